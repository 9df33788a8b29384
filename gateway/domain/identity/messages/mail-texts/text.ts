/** The texts of mail and SMS to users. Every text says its purpose; a text with a code says how long the code holds. */

export interface MailText {
  subject: string;
  text: string;
}

/** A mail with a code. `minutes`: how long it is valid; `about`: lines on what it is for. */
export type CodeMail = (
  subject: string,
  purpose: string,
  code: string,
  minutes: number,
  about?: readonly string[],
) => MailText;

/** Messages that carry a code. */
export const CODE_MESSAGES = [
  'registerCode',
  'loginCode',
  'forgetCode',
  'loginPasswordCode',
  'tradePasswordCode',
  'thawCode',
] as const;
/** Messages that tell something. */
export const NOTICE_MESSAGES = [
  'alreadyRegistered',
  'deviceNew',
  'passwordChanged',
  'tradePasswordSet',
  'tradePasswordChanged',
  'authenticatorChanged',
  'passwordGuessed',
  'authenticatorLocked',
  'authenticatorResetBegun',
  'authenticatorRemoved',
  'methodAdded',
  'accountFrozen',
  'thawBegun',
  'thawTakenBack',
  'accountThawed',
] as const;

export type CodeMessage = (typeof CODE_MESSAGES)[number];
export type NoticeMessage = (typeof NOTICE_MESSAGES)[number];

/** The withdrawal that a code confirms: the amount with its asset, and where it goes. */
export interface WithdrawalSummary {
  amount: string;
  target: string;
}

/** The texts of one language for one way of sending. `minutes`: the code is valid so long. */
type WayTexts<T> = Record<CodeMessage, (code: string, minutes: number) => T> &
  Record<NoticeMessage, () => T> & {
    withdrawCode: (code: string, minutes: number, withdrawal: WithdrawalSummary) => T;
  };

export interface MessageTexts {
  /** Stands above the link that freezes the account. */
  freezeNote: string;
  mail: WayTexts<MailText>;
  sms: WayTexts<string>;
}
