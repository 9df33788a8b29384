/**
 * The one declaration of what a person is told of (docs/rules.md §13). A kind says which category it belongs to, whether a mail
 * tells it too, how often the same thing is told, and which screen shows the thing. The stream, the notice centre, mail, push and
 * the settings all follow from it; its texts are in src/telling/texts.ts and gateway/domain/telling/texts.
 */
import { ACCOUNT_QUERY, withQuery } from './notice-link';

/** A person chooses by category how they are told. */
export const NOTICE_CATEGORIES = ['money', 'security', 'orders', 'income', 'service', 'account'] as const;
export type NoticeCategory = (typeof NOTICE_CATEGORIES)[number];

/** `app`: the toast and the number on the bell; the notice centre lists everything. */
export const NOTICE_CHANNELS = ['app', 'mail', 'push'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

interface NoticeDeclaration {
  category: NoticeCategory;
  /** The address of the screen that shows the thing, which `{id}` in it stands for; app/paths.ts knows the path. */
  opens: string;
  /**
   * Absent: a subject is told of once, for ever. `each`: as often as it happens. `folded`: not again while the person has
   * not read of it.
   */
  again?: 'each' | 'folded';
  /** `letter`: by mail, unless it is switched off. `own`: the security mail with the freeze link, which always goes out. */
  mail?: 'letter' | 'own';
}

const order = '/pages/order_detail/order_detail?id={id}';
const rabOrder = `${order}&market=rab`;
const withdrawal = '/pages/withdraw_record/withdraw_record?id={id}';
const deposit = '/pages/withdraw_record/withdraw_record1?id={id}';
const identity = '/pages/withdraw/withdraw2';
const security = '/pages/setting/setting4';
const ofSecurity = { category: 'security', opens: security, again: 'each', mail: 'own' } as const;

export const NOTICES = {
  'otc-filled': { category: 'orders', opens: rabOrder, again: 'each' },
  'otc-rest-due': { category: 'orders', opens: rabOrder, again: 'each' },
  'otc-rest-missed': { category: 'orders', opens: rabOrder, again: 'each' },
  'otc-expired': { category: 'orders', opens: rabOrder },
  'otc-taken': { category: 'orders', opens: order },
  'otc-paid': { category: 'orders', opens: order },
  'otc-completed': { category: 'orders', opens: order },
  'otc-cancelled': { category: 'orders', opens: order },
  'otc-cancel-asked': { category: 'orders', opens: order, again: 'each' },
  'otc-overdue': { category: 'orders', opens: order, again: 'each' },
  'otc-disputed': { category: 'orders', opens: order, again: 'each' },
  'otc-ruled': { category: 'orders', opens: order, again: 'each' },
  'otc-message': { category: 'orders', opens: order, again: 'folded' },
  'level-changed': { category: 'account', opens: '/pages/blance_record/blance_record6', again: 'each' },

  'deposit-seen': { category: 'money', opens: deposit },
  'deposit-credited': { category: 'money', opens: deposit, mail: 'letter' },
  'withdrawal-approved': { category: 'money', opens: withdrawal, mail: 'letter' },
  'withdrawal-failed': { category: 'money', opens: withdrawal, mail: 'letter' },
  'withdrawal-paid': { category: 'money', opens: withdrawal, mail: 'letter' },
  // The subject is a UTC day: one notice for all incomes of a day.
  'income-credited': { category: 'income', opens: '/pages/blance_record/blance_record4' },
  'dividend-declared': { category: 'income', opens: '/pages/blance_record/blance_record7' },
  'slips-reported': { category: 'income', opens: '/pages/blance_record/blance_record3', again: 'each' },
  'service-answered': { category: 'service', opens: '/pages/chatroom/room?id={id}', again: 'folded' },
  'feedback-replied': { category: 'service', opens: '/pages/withdraw_record/withdraw_record6?id={id}', again: 'each' },
  'identity-approved': { category: 'account', opens: identity, again: 'each', mail: 'letter' },
  'identity-failed': { category: 'account', opens: identity, again: 'each', mail: 'letter' },

  'device-new': { ...ofSecurity },
  'password-changed': { ...ofSecurity },
  'password-guessed': { ...ofSecurity },
  'trade-password-set': { ...ofSecurity },
  'trade-password-changed': { ...ofSecurity },
  'authenticator-changed': { ...ofSecurity },
  'authenticator-locked': { ...ofSecurity },
  'authenticator-reset-begun': { ...ofSecurity },
  'authenticator-removed': { ...ofSecurity },
  'method-added': { ...ofSecurity, opens: '/pages/withdraw/withdraw4' },
  'account-frozen': { ...ofSecurity },
  'thaw-begun': { ...ofSecurity },
  'thaw-taken-back': { ...ofSecurity },
  'account-thawed': { ...ofSecurity },
} as const satisfies Record<string, NoticeDeclaration>;

export type NoticeKind = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]];

export function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(NOTICES, kind);
}

export function declarationOf(kind: NoticeKind): NoticeDeclaration {
  return NOTICES[kind];
}

/** Security is told whatever anybody switches; and no mail tells of what has none. */
export function isSwitchable(category: NoticeCategory, channel: NoticeChannel): boolean {
  if (category === 'security') return false;
  if (channel !== 'mail') return true;
  return NOTICE_KINDS.map(declarationOf).some((one) => one.category === category && one.mail === 'letter');
}

/** A push needs the person's own word; everything else is told until it is switched off. */
export function isOnByDefault(channel: NoticeChannel): boolean {
  return channel !== 'push';
}

interface NoticeSubject {
  kind: NoticeKind;
  subjectId: string;
  accountId?: string | null | undefined;
}

/** Returns the app's address, behind the hash, of what a notice is about, with the trading account whose it is. */
export function addressOfNotice({ kind, subjectId, accountId }: NoticeSubject): string {
  const address = declarationOf(kind).opens.replace('{id}', encodeURIComponent(subjectId));
  return accountId ? withQuery(address, ACCOUNT_QUERY, accountId) : address;
}
