/** What live changes tell the person: a toast that leads to the order, unless that order is on screen. */
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LiveNotice } from '../../../contract/calls/live';
import { bridge } from '../../bridge/bridge';
import { toast } from '../../components/toast';
import { isOpen } from '../../routes';
import { appHistory } from '../navigation';
import { hrefTo, paths } from '../paths';

const TEXTS: Record<LiveNotice['kind'], MessageDescriptor> = {
  'otc-filled': msg`Your RAB order was filled`,
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
};

function isShown({ subjectId }: LiveNotice): boolean {
  const { path, search } = appHistory.place;
  return path === paths.otcOrder && new URLSearchParams(search).get('id') === subjectId;
}

/** Tells until `over` is aborted. */
export function startNotices(i18n: I18n, over: AbortSignal): void {
  if (over.aborted) return;
  const stop = bridge().notice.subscribe((notice) => {
    if (!notice || isShown(notice)) return;
    const href = isOpen(paths.otcOrder) ? hrefTo(paths.otcOrder, { id: notice.subjectId }) : null;
    toast.show(i18n._(TEXTS[notice.kind]), { href });
  });
  over.addEventListener('abort', stop);
}
