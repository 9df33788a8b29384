/**
 * Subjects of calls. A read declares the topics that it shows, a write those that it changes (call.ts). From that the code
 * derives whose answers are stale after a write, and what other devices are told (consequences.ts); nobody writes it by hand.
 */
export const TOPICS = [
  /** Money of an account that can be spent or is held, and so what every form says is available. */
  'cash',
  /** A person's trading accounts. */
  'accounts',
  /** Custody orders and what became of them. */
  'custody',
  'income',
  /** Shares of the AI dividend. */
  'dividend',
  /** Balance and movements of the insurance fund. */
  'insurance',
  /** A person's machines and tickets, and what the machines have mined. */
  'mining',
  /** Figures and members of a person's team. */
  'team',
  /** A person's level, and the discount that comes with it. */
  'level',
  /** Delivery slips that the trading desk reports. */
  'slips',
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
  /** Trades of the RAB market, and their prices. */
  'fills-rab',
  /** Orders that wait on the RAB market, and whether the market is open. */
  'market-rab',
  /** A person's own offers and trades on the USDT market. */
  'trades-usdt',
  /** Offers that wait on the USDT market, and whether the market is open. */
  'market-usdt',
  /** Products of the market quotes with the line of their day; their latest prices go with the live stream. */
  'quotes',
  /** Their candles. */
  'candles',
  /** Machines on sale with their stock, and the receipts of the latest day. */
  'machines',
  /** Messages of the two sides of a trade. */
  'chat',
  /** Number of those messages that a person has not read. */
  'unread',
  /** A person's messages with customer service. */
  'service',
  /** How far each side has read them, and whether an operator has closed the conversation. */
  'service-marks',
  /** A person's words to the platform, and the replies to them. */
  'feedback',
  /** Notices that a person was told, and has read. */
  'told',
  /** How a person wants to be told. */
  'telling',
  /** The news and bulletins that a person has read. */
  'read-marks',
  // An operator publishes these.
  'notice',
  'news',
  'bulletin',
  'banner',
  'question',
  'link',
  'document',
  /** Notices that everybody acknowledges, and whether a person has. */
  'mandatory',
] as const;

export type Topic = (typeof TOPICS)[number];
/** Said in so many words by whoever shows or changes none. */
export type Topics = readonly Topic[] | 'nothing';
