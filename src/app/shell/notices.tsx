/** Tells the person of live changes: a toast leads to the thing itself, unless that is on screen, and a mark counts waiting orders. */
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LiveNotice } from '../../../contract/calls/live';
import { NOTICES } from '../../../contract/notices';
import { otcFigures, type OtcFigures } from '../../../contract/calls/otc-market';
import { bridge } from '../../bridge/bridge';
import { CountBadge } from '../../components/CountBadge';
import { toast } from '../../components/toast';
import { isSheetOpen } from '../../components/useSheetHistory';
import { showBadge } from '../../install/badge';
import { addressToOpen } from '../../telling/opening';
import { isOfAnother } from '../../telling/owner';
import { textOfNotice } from '../../telling/texts';
import { takeUnusedInvitation } from '../launch';
import { appHistory } from '../navigation';
import { NoticeLink, SHOWN_MS } from './NoticeLink';
import { startSettled } from './notices-settled';
import { startTelling } from './telling';
import styles from './notices.module.css';
import { tradeMark } from './tabs';

const linkOf = (notice: LiveNotice) => `#${addressToOpen(notice)}`;

function isShown(notice: LiveNotice): boolean {
  const [path, query = ''] = addressToOpen(notice).split('?');
  const { path: here, search } = appHistory.address;
  if (isOfAnother(`?${query}`, bridge().session.get())) return false;
  const id = new URLSearchParams(query).get('id');
  return here === path && (id === null || new URLSearchParams(search).get('id') === id);
}

/** Takes no room beside the icon. */
function Mark({ count: waiting }: { count: number }) {
  return (
    <>
      <CountBadge count={waiting} className={styles['count']} />
      <span className={styles['spoken']}>({waiting})</span>
    </>
  );
}

/** The number that the Trade tab shows. */
let marked = 0;

/** Marks the number that the page knows; screens that show `otcFigures` keep it up to date meanwhile. */
function count(): void {
  const { data } = bridge().readEntry(otcFigures, {}).snapshot();
  const waiting = (data as OtcFigures | undefined)?.attention ?? 0;
  if (waiting === marked) return;
  marked = waiting;
  tradeMark.set(waiting > 0 ? <Mark count={waiting} /> : null);
  showBadge({ orders: waiting });
}

/** Counts again after a page is left: the person may have done there what an order waited for. */
function recount(): void {
  count();
  if (marked > 0) void bridge().readEntry(otcFigures, {}).refresh().then(count);
}

/** The last notice that came while a sheet was open: a toast would have covered figures that the person confirms. */
let held: LiveNotice | null = null;

function tell(notice: LiveNotice, i18n: I18n): void {
  held = isSheetOpen() ? notice : null;
  if (held !== null || isShown(notice)) return;
  const text = i18n._(textOfNotice(notice.kind));
  const body = <NoticeLink text={text} href={linkOf(notice)} />;
  toast.show(text, { body, shownMs: SHOWN_MS });
}

function onNotice(notice: LiveNotice | null, i18n: I18n): void {
  // Whoever has just logged in here knows of this device.
  if (!notice || (notice.kind === 'device-new' && bridge().sessionCause === 'opened')) return;
  if (NOTICES[notice.kind].category === 'orders') void bridge().readEntry(otcFigures, {}).refresh().then(count);
  tell(notice, i18n);
}

/** Tells notices and counts the waiting orders until `over` is aborted. */
export function startNotices(i18n: I18n, over: AbortSignal): void {
  if (over.aborted) return;
  const entry = bridge().readEntry(otcFigures, {});
  // `otcFigures` changes with every change of the markets, so it is not watched for one number: each notice has it read.
  void entry.readAhead().then(count);
  startSettled(i18n, over);
  startTelling(over);
  if (takeUnusedInvitation()) toast.show(i18n._(msg`You are already registered. The invitation is for new members.`));
  const stops = [bridge().notice.subscribe((notice) => onNotice(notice, i18n)), appHistory.subscribe(recount)];
  // A sheet that closes steps back in the history.
  addEventListener('popstate', () => held && tell(held, i18n), { signal: over });
  over.addEventListener('abort', () => {
    for (const stop of stops) stop();
    held = null;
    marked = 0;
    tradeMark.set(null);
    showBadge({ contents: 0, orders: 0, notices: 0 });
  });
}
