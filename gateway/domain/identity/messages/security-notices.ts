/** The notices that go with security mail. */
import type { LiveNotice } from '../../../../contract/calls/live';
import type { NoticeKind } from '../../../../contract/notices';
import type { NoticeMessage } from './mail-texts/text';

/** One mail is about no event of an account. */
const NOTICE_OF: Record<Exclude<NoticeMessage, 'alreadyRegistered'>, NoticeKind> = {
  deviceNew: 'device-new',
  passwordChanged: 'password-changed',
  tradePasswordSet: 'trade-password-set',
  tradePasswordChanged: 'trade-password-changed',
  authenticatorChanged: 'authenticator-changed',
  passwordGuessed: 'password-guessed',
  authenticatorLocked: 'authenticator-locked',
  authenticatorResetBegun: 'authenticator-reset-begun',
  authenticatorRemoved: 'authenticator-removed',
  methodAdded: 'method-added',
  accountFrozen: 'account-frozen',
  thawBegun: 'thaw-begun',
  thawTakenBack: 'thaw-taken-back',
  accountThawed: 'account-thawed',
};
export type SecurityMessage = keyof typeof NOTICE_OF;

/** The notice of a security event: it is about the account as a whole. */
export function securityNotice(kind: SecurityMessage): LiveNotice {
  return { kind: NOTICE_OF[kind], subjectId: 'account' };
}

export function isSecurityMessage(kind: string): kind is SecurityMessage {
  return Object.hasOwn(NOTICE_OF, kind);
}
