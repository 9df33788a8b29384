/** Keeps up what the notice centre and pushes need on every screen: the number on the icon, and read marks. */
import { unreadNotices } from '../../../contract/calls/telling';
import type { FromServiceWorker } from '../../../contract/sw-messages';
import { bridge } from '../../bridge/bridge';
import { showBadge } from '../../install/badge';
import { noticeOf } from '../../telling/opening';
import { renewPush } from '../../telling/push';
import { markRead, readMarks, startReadMarks } from '../../telling/read-marks';
import { unreadWith } from '../../telling/useUnreadNotices';
import { appHistory } from '../navigation';

/** Whoever came by a notice has read it. */
function markOpened(): void {
  const id = noticeOf(appHistory.address.search);
  if (id !== null) markRead({ id });
}

/** The browser has another subscription (contract/sw-messages.ts). */
function onMessage({ data }: MessageEvent<FromServiceWorker | null>): void {
  if (data?.protocol === 1 && data.type === 'PUSH_CHANGED') void renewPush();
}

export function startTelling(over: AbortSignal): void {
  const entry = bridge().readEntry(unreadNotices, {});
  const count = () => {
    const { data } = entry.snapshot();
    showBadge({ notices: unreadWith((data as { count: number } | undefined)?.count ?? 0, readMarks.get()) });
  };
  void startReadMarks(over).then(() => over.aborted || markOpened());
  const stops = [entry.subscribe(count), readMarks.subscribe(count), appHistory.subscribe(markOpened)];
  over.addEventListener('abort', () => stops.forEach((stop) => stop()));
  navigator.serviceWorker?.addEventListener('message', onMessage, { signal: over });
  void renewPush().catch(() => undefined);
}
