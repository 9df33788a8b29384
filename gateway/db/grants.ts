/**
 * Grants the role that serves its rights on each table; the role that migrates owns them all. A table without a line here is
 * refused when the grants are set, so that nobody forgets one. Docs: docs/operating.md, "Roles of the database".
 */
export type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Rows come with migrations and never change. */
const read = ['SELECT'] as const;
/** Rows are added and stay as they are. */
const add = ['SELECT', 'INSERT'] as const;
/** Migrations bring the rows; the gateway changes them, within what a trigger allows. */
const move = ['SELECT', 'UPDATE'] as const;
/** Rows are added and change, within what triggers allow; none goes. */
const keep = ['SELECT', 'INSERT', 'UPDATE'] as const;
/** Rows that have had their time go; none changes. */
const lapse = ['SELECT', 'INSERT', 'DELETE'] as const;
/** Rows come and go. */
const free = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

export const GRANTS: Readonly<Record<string, readonly Right[]>> = {
  schema_migrations: read,

  // The ledger only adds rows, and never changes a posted one. Balances and holds move through triggers of `entries`.
  assets: read,
  account_kinds: read,
  flow_rules: read,
  journals: add,
  entries: add,
  entry_seals: add,
  entries_unsealed: lapse,
  accounts: keep,
  holds: keep,
  idempotency_keys: keep,
  ledger_days: add,
  fees: add,
  ledger_refused_flows: read,
  ledger_refused_fees: read,
  ledger_stray_fees: read,

  // Operators and their acts.
  audit_log: add,
  audit_chain: move,
  operators: keep,
  operator_keys: keep,
  operator_proposals: keep,
  operator_code: free,
  operator_nonces: lapse,
  installation: add,

  // People and how they get in.
  users: keep,
  trading_accounts: add,
  sessions: free,
  verification_codes: free,
  tickets: free,
  captchas: free,
  captcha_demands: free,
  login_failures: free,
  login_tries: lapse,
  known_devices: free,
  secret_tries: free,
  authenticators: free,
  authenticator_resets: keep,
  account_freezes: keep,
  freeze_links: free,
  recovery_codes: free,
  identity_records: keep,
  outbound_messages: free,
  own_avatars: free,
  uploads: add,

  // The team. Rows go up the tree by one job, which takes marks up that registrations and custody calls add.
  team_members: keep,
  team_figures: keep,
  team_changes: lapse,
  team_basis: move,
  team_sums: read,
  team_days: free,
  team_own_days: read,
  team_day_sums: read,
  level_changes: add,

  // Money in and out.
  deposit_keys: add,
  deposit_addresses: add,
  deposits: free,
  chain_scans: keep,
  withdrawal_methods: keep,
  withdrawals: keep,
  withdrawal_events: add,
  withdrawal_approvals: add,
  withdrawal_wallets: keep,
  withdrawal_nonces: add,
  withdrawal_transactions: keep,
  withdrawal_halts: keep,
  withdrawal_reissues: keep,
  payout_mark: keep,
  wallet_fundings: free,
  wallet_outgoings: free,
  wallet_spendings: add,
  wallet_fillers: add,

  // Custody, exchange and the markets.
  custody_orders: keep,
  custody_interest: add,
  custody_changes: add,
  equity_snapshots: add,
  rebate_rates: free,
  incomes: keep,
  dividends: add,
  dividend_shares: keep,
  insurance_payouts: add,
  insurance_days: keep,
  insurance_movements: read,
  machine_models: keep,
  machines: keep,
  machines_unpaid: read,
  ticket_grants: add,
  machine_tickets: keep,
  mining_receipts: keep,
  slip_imports: add,
  delivery_slips: add,
  guide_prices: keep,
  stated_prices: lapse,
  exchange_quotes: free,
  otc_pairs: move,
  otc_rab_orders: keep,
  otc_rab_fills: keep,
  otc_rab_day: keep,
  otc_rab_buckets: free,
  otc_usdt_market: move,
  otc_usdt_offers: keep,
  otc_usdt_trades: keep,
  otc_usdt_events: add,
  otc_usdt_evidence: add,
  otc_usdt_images: add,
  otc_usdt_rulings: keep,
  otc_usdt_messages: keep,
  otc_usdt_reads: keep,

  // Market quotes, at which no money moves.
  product_quotes: keep,
  product_candles: free,

  // Everything else.
  // A figure without a row has its default.
  settings: keep,
  contents: keep,
  content_images: add,
  content_files: add,
  content_reads: add,
  content_acknowledgements: add,
  airdrops: add,
  feedback: keep,
  feedback_images: add,
  feedback_replies: add,
  releases: add,
  release_reports: keep,
  system_jobs: keep,
  demo_data: keep,
  live_events: lapse,
  service_conversations: keep,
  service_messages: add,
  service_closings: keep,
  notices: free,
  notice_preferences: keep,
  push_keys: add,
  push_subscriptions: free,
  push_deliveries: free,
  // The gateway locks rows before it clears them out, which takes the right to change them.
  seen_handshakes: free,
  rate_limits: free,
  gateway_secret: keep,
  clock_mark: keep,
  // Rotations are the owner's.
  older_keys: read,
};
