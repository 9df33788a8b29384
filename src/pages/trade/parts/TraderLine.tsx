import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Trader } from '../../../../contract/calls/otc-market';
import { hrefTo, paths } from '../../../app/paths';
import { initialOf } from '../../../components/Avatar';
import { formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import styles from './TraderLine.module.css';

const COLORS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'] as const;

/** One series colour per person, the same on every screen. */
function colorOf(id: string): string {
  const sum = [...id].reduce((total, char) => total + char.charCodeAt(0), 0);
  return `var(--rab-${COLORS[sum % COLORS.length]})`;
}

/** Real-name approved. */
export function VerifiedMark() {
  const { t } = useLingui();
  return (
    <span className={styles['verified']} role="img" aria-label={t`verified`} title={t`verified`}>
      <BadgeCheck size={15} strokeWidth={2} aria-hidden="true" />
    </span>
  );
}

/** `84 partners · 99.20%`: of the last 30 days on this market (docs/rules.md §8); without any it says so. */
export function TraderRecord({ trader: { completed, completionRate } }: { trader: Trader }) {
  const locale = useLocale();
  if (completionRate === null) return <Trans>no trades yet</Trans>;
  return (
    <>
      <Plural value={completed} one="# partner" other="# partners" /> · {formatRate(completionRate, locale)}
    </>
  );
}

/** Shows the trader: initial, name with the way to their page, verified, and their record. */
export function TraderLine({ trader }: { trader: Trader }) {
  const { id, nickname, isVerified } = trader;
  return (
    <div className={styles['line']}>
      <a className={styles['who']} href={hrefTo(paths.counterparty, { id })}>
        <span
          className={styles['initial']}
          style={{ '--trader-color': colorOf(id) } as CSSProperties}
          aria-hidden="true"
        >
          {initialOf(nickname)}
        </span>
        <span className={styles['name']}>{nickname}</span>
        {isVerified && <VerifiedMark />}
      </a>
      <span className={styles['record']}>
        <TraderRecord trader={trader} />
      </span>
    </div>
  );
}
