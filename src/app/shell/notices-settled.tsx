/** Tells how money calls of an earlier run ended, whose screen is gone: a toast that leads to the record, one after the other. */
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WorkerEvent } from '../../../contract/events';
import { bridge } from '../../bridge/bridge';
import type { AnyCall } from '../../bridge/types';
import { toast } from '../../components/toast';
import { isSheetOpen } from '../../components/useSheetHistory';
import { hrefTo } from '../paths';
import { NoticeLink, SHOWN_MS } from './NoticeLink';
import { recordHref } from './notices-records';

type SettledEvent = Extract<WorkerEvent, { type: 'settled' }>;

const DONE = msg`What you sent earlier was carried out`;
const NOT_DONE = msg`What you sent earlier was not carried out. Nothing has changed`;

/** Returns the link to the record, which the call's answer names; the device keeps that answer. */
async function hrefOf({ call, intentId, result }: SettledEvent): Promise<string> {
  const settlement = result === 'done' ? await bridge().settle({ name: call } as AnyCall, intentId) : null;
  const place = recordHref(call, settlement?.state === 'done' ? settlement.answer : null);
  return hrefTo(place.path, place.query);
}

/** Tells of each settled call until `over` is aborted, also of those settled before; waits while a sheet is open. */
export function startSettled(i18n: I18n, over: AbortSignal): void {
  let isTelling = false;
  const goOn = async () => {
    if (isTelling || over.aborted || isSheetOpen()) return;
    const settled = bridge().settled.shift();
    if (!settled) return;
    if (bridge().intents.isOwn(settled.intentId)) return goOn();
    isTelling = true;
    const href = await hrefOf(settled);
    const text = i18n._(settled.result === 'done' ? DONE : NOT_DONE);
    if (over.aborted) return;
    toast.show(text, { body: <NoticeLink text={text} href={href} />, shownMs: SHOWN_MS });
    const timer = setTimeout(() => {
      isTelling = false;
      void goOn();
    }, SHOWN_MS);
    over.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  const stop = bridge().events.subscribe(() => void goOn());
  // A sheet that closes steps back in the history.
  addEventListener('popstate', () => void goOn(), { signal: over });
  over.addEventListener('abort', stop, { once: true });
  void goOn();
}
