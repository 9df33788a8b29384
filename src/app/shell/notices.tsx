/** Tells the person of live changes: a toast leads to the order or the screen of its own, unless that is on screen, and a mark counts waiting orders. */
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LiveNotice } from '../../../contract/calls/live';
import { otcFigures, type OtcFigures } from '../../../contract/calls/otc-market';
import { bridge } from '../../bridge/bridge';
import { CountBadge } from '../../components/CountBadge';
import { toast } from '../../components/toast';
import { isSheetOpen } from '../../components/useSheetHistory';
import { showBadge } from '../../install/badge';
import { takeUnusedInvitation } from '../launch';
import { appHistory } from '../navigation';
import { hrefTo, paths } from '../paths';
import { NoticeLink, SHOWN_MS } from './NoticeLink';
import { startSettled } from './notices-settled';
import styles from './notices.module.css';
import { tradeMark } from './tabs';

const TEXTS: Record<LiveNotice['kind'], MessageDescriptor> = {
  'otc-filled': msg`Your RAB order was matched`,
  'otc-rest-due': msg`Your RAB purchase was matched. Pay the rest in time`,
  'otc-rest-missed': msg`The rest was not paid in time. The match has ended`,
  'otc-expired': msg`Your RAB order has expired`,
  'otc-taken': msg`Someone has taken your offer`,
  'otc-paid': msg`The buyer has paid. Check the payment`,
  'otc-completed': msg`Trade completed. The USDT is in your account`,
  'otc-cancelled': msg`The trade was cancelled`,
  'otc-cancel-asked': msg`The other side asks to cancel the trade`,
  'otc-overdue': msg`The time to pay is over`,
  'otc-disputed': msg`The trade is now in dispute`,
  'otc-ruled': msg`The dispute has been decided`,
  'otc-message': msg`New message about your trade`,
  'level-changed': msg`Your level has changed`,
  'dividend-declared': msg`An AI dividend was declared. Claim your share`,
  'slips-reported': msg`New settlement slips are in your records`,
  'feedback-replied': msg`We have replied to your feedback`,
};

/** Notices of the RAB market; orders of the USDT market have a screen of their own. */
const OF_RAB: ReadonlySet<LiveNotice['kind']> = new Set<LiveNotice['kind']>([
  'otc-filled',
  'otc-rest-due',
  'otc-rest-missed',
  'otc-expired',
]);

/** Screens of notices that are about no OTC order. */
const SCREENS: Partial<Record<LiveNotice['kind'], string>> = {
  'level-changed': paths.team,
  'dividend-declared': paths.aiDividend,
  'slips-reported': paths.deliverySlips,
  'feedback-replied': paths.feedback,
};

/** Their screens open the record itself. */
const WITH_SUBJECT: ReadonlySet<LiveNotice['kind']> = new Set(['feedback-replied']);

function linkOf({ kind, subjectId }: LiveNotice): string {
  const screen = SCREENS[kind];
  if (screen !== undefined) return hrefTo(screen, { id: WITH_SUBJECT.has(kind) ? subjectId : undefined });
  return hrefTo(paths.otcOrder, { id: subjectId, market: OF_RAB.has(kind) ? 'rab' : undefined });
}

function isShown({ kind, subjectId }: LiveNotice): boolean {
  const { path, search } = appHistory.address;
  const screen = SCREENS[kind];
  if (screen !== undefined) return path === screen;
  return path === paths.otcOrder && new URLSearchParams(search).get('id') === subjectId;
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
  const text = i18n._(TEXTS[notice.kind]);
  const body = <NoticeLink text={text} href={linkOf(notice)} />;
  toast.show(text, { body, shownMs: SHOWN_MS });
}

function onNotice(notice: LiveNotice | null, i18n: I18n): void {
  if (!notice) return;
  void bridge().readEntry(otcFigures, {}).refresh().then(count);
  tell(notice, i18n);
}

/** Tells notices and counts the waiting orders until `over` is aborted. */
export function startNotices(i18n: I18n, over: AbortSignal): void {
  if (over.aborted) return;
  const entry = bridge().readEntry(otcFigures, {});
  // `otcFigures` changes with every change of the markets, so it is not watched for one number: each notice has it read.
  void entry.readAhead().then(count);
  startSettled(i18n, over);
  if (takeUnusedInvitation()) toast.show(i18n._(msg`You are already registered. The invitation is for new members.`));
  const stops = [bridge().notice.subscribe((notice) => onNotice(notice, i18n)), appHistory.subscribe(recount)];
  // A sheet that closes steps back in the history.
  addEventListener('popstate', () => held && tell(held, i18n), { signal: over });
  over.addEventListener('abort', () => {
    for (const stop of stops) stop();
    held = null;
    marked = 0;
    tradeMark.set(null);
    showBadge({ contents: 0, orders: 0 });
  });
}
