/** Hands the worker a picture of Home for the next start. */
import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { PictureNode } from '../../bridge/types';
import { bridge } from '../../bridge/bridge';
import stamp from '../../components/AsOfStamp.module.css';
import { isSheetOpen } from '../../components/useSheetHistory';
import { formatAsOf } from '../../format/date';
import type { Locale } from '../../i18n/locales';
import { FILES_ATTRIBUTE, type StartFiles } from '../manifest';
import { takePicture } from './take';

const DAY_MS = 86_400_000;

export interface PictureFacts {
  i18n: I18n;
  locale: Locale;
  /** Balances are hidden by the eye. */
  isHidden: boolean;
  /** Time of the figures, UTC ms. */
  asOf: number;
  maxAgeMs: number;
}

/** Returns the build that index.html is of; null while developing. */
function buildName(): string | null {
  const written = document.querySelector(`[${FILES_ATTRIBUTE}]`)?.getAttribute(FILES_ATTRIBUTE);
  return written ? (JSON.parse(written) as StartFiles).build : null;
}

function ageNode(time: string, i18n: I18n): PictureNode {
  return ['span', { class: `${stamp['stamp']} ${stamp['stale']}` }, [t(i18n)`as of ${time}`]];
}

let last = '';

/** Keeps how Home looks now, unless it looks as it did, or something lies over it or has been scrolled. */
export async function keepPicture({ i18n, locale, isHidden, asOf, maxAgeMs }: PictureFacts): Promise<void> {
  const root = document.getElementById('root');
  const build = buildName();
  if (!root || build === null || scrollY > 0 || isSheetOpen()) return;
  const nodes = takePicture(root);
  const look = JSON.stringify([
    bridge().session.get(),
    locale,
    isHidden,
    innerWidth,
    Math.floor(asOf / maxAgeMs),
    nodes,
  ]);
  if (look === last) return;
  last = look;
  const age = {
    today: ageNode(formatAsOf(asOf, asOf, { locale }), i18n),
    later: ageNode(formatAsOf(asOf, asOf + 2 * DAY_MS, { locale }), i18n),
  };
  await bridge().keepPicture({ build, lang: locale, width: innerWidth, isHidden, asOf, maxAgeMs, age, nodes });
}
