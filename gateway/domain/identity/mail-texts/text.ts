/** What users are told by mail and SMS. Every text says its purpose; those with a code how long it holds. */

export interface MailText {
  subject: string;
  text: string;
}

/** Messages that carry a code. */
export const CODE_MESSAGES = [
  'registerCode',
  'loginCode',
  'forgetCode',
  'loginPasswordCode',
  'tradePasswordCode',
] as const;
/** Messages that tell something. */
export const NOTICE_MESSAGES = [
  'alreadyRegistered',
  'passwordChanged',
  'tradePasswordChanged',
  'authenticatorChanged',
  'methodAdded',
] as const;

export type CodeMessage = (typeof CODE_MESSAGES)[number];
export type NoticeMessage = (typeof NOTICE_MESSAGES)[number];

/** One language. `minutes`: how long the code is valid. */
export interface MessageTexts {
  mail: Record<CodeMessage, (code: string, minutes: number) => MailText> & Record<NoticeMessage, () => MailText>;
  sms: Record<CodeMessage, (code: string, minutes: number) => string> & Record<NoticeMessage, () => string>;
}
