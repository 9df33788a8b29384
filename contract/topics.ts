/**
 * What calls are about. A read says which topics it shows, a write which it changes (call.ts); whose answers are stale after a write, and
 * what other devices are told, follows from that (consequences.ts) and is written nowhere else.
 */
export const TOPICS = [
  /** Money of an account that can be spent or is held, and so what every form says is available. */
  'cash',
  /** Which trading accounts a person has. */
  'accounts',
  /** Custody orders and what became of them. */
  'custody',
  'income',
  'deposits',
  'withdrawals',
  'exchanges',
  /** Name and picture. */
  'profile',
  /** Passwords, the authenticator, a freeze, and what is closed for a while after they have changed. */
  'security',
  'sessions',
  /** The real-name verification. */
  'identity',
  /** Withdrawal methods. */
  'methods',
  /** A person's own orders on the RAB market. */
  'orders-rab',
  /** What was traded on the RAB market, and at which prices. */
  'fills-rab',
  /** What waits on the RAB market, and whether it is open. */
  'market-rab',
  /** A person's own offers and trades on the USDT market. */
  'trades-usdt',
  /** What waits on the USDT market, and whether it is open. */
  'market-usdt',
  /** What the two sides of a trade have said. */
  'chat',
  /** How much of that a person has not read. */
  'unread',
  // What an operator publishes, by its kind.
  'notice',
  'news',
  'bulletin',
  'banner',
] as const;

export type Topic = (typeof TOPICS)[number];
/** Said in so many words by whoever shows or changes none. */
export type Topics = readonly Topic[] | 'nothing';
