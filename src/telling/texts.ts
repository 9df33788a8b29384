/** The words in which the app tells of each kind of notice; gateway/domain/telling/texts says the same in mail and pushes. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isNoticeKind, type NoticeKind } from '../../contract/notices';

const TEXTS: Record<NoticeKind, MessageDescriptor> = {
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
  'deposit-seen': msg`A deposit is on its way to you`,
  'deposit-credited': msg`Your deposit was credited`,
  'withdrawal-approved': msg`Your withdrawal was approved`,
  'withdrawal-failed': msg`Withdrawal failed`,
  'withdrawal-paid': msg`Your withdrawal was paid`,
  'income-credited': msg`Income was credited to you`,
  'dividend-declared': msg`An AI dividend was declared. Claim your share in time`,
  'slips-reported': msg`New settlement slips are in your records`,
  'service-answered': msg`Customer service has answered you`,
  'feedback-replied': msg`There is a reply to your feedback`,
  'identity-approved': msg`Your real-name verification was approved`,
  'identity-failed': msg`Your real-name verification failed. See what to correct`,
  'device-new': msg`A new device has logged in to your account`,
  'password-changed': msg`Your log-in password was changed`,
  'password-guessed': msg`Wrong log-in passwords were entered for your account many times`,
  'trade-password-set': msg`A trade password was set for your account`,
  'trade-password-changed': msg`Your trade password was changed`,
  'authenticator-changed': msg`An authenticator was bound to your account`,
  'authenticator-locked': msg`Wrong authenticator codes were entered several times. Codes are refused for a while`,
  'authenticator-reset-begun': msg`Your authenticator was reported lost and will be taken off in 72 hours`,
  'authenticator-removed': msg`The authenticator was taken off your account`,
  'method-added': msg`A withdrawal method was added to your account`,
  'account-frozen': msg`Your account is frozen`,
  'thaw-begun': msg`A thaw of your account was asked for`,
  'thaw-taken-back': msg`The thaw of your account was taken back. It stays frozen`,
  'account-thawed': msg`Your account has thawed. Everything works again`,
};

/** @param kind also one that only a later version of the gateway knows */
export function textOfNotice(kind: string): MessageDescriptor {
  return isNoticeKind(kind) ? TEXTS[kind] : msg`Something has happened in your account`;
}
