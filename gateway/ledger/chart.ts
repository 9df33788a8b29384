/** The chart of accounts: which kinds a user has, and the platform's own accounts by name (migrations 0001, 0043 and 0053 open them). */
import type { AssetCode } from '../../contract/money';

export const USER_ACCOUNT_KINDS = ['user_cash', 'user_custody', 'user_escrow'] as const;
export type UserAccountKind = (typeof USER_ACCOUNT_KINDS)[number];

/** Name → kind. Pools, reserve and treasury have lanes and never go below zero; the boundary accounts may. */
export const SYSTEM_ACCOUNTS = {
  'yield-pool': 'pool',
  'mining-pool': 'pool',
  'airdrop-pool': 'pool',
  'promotion-pool': 'pool',
  'dividend-pool': 'pool',
  'dynamic-pool': 'pool',
  'custody-reserve': 'reserve',
  'dividend-reserve': 'reserve',
  treasury: 'treasury',
  issuance: 'issuance',
  'fee-revenue': 'fee_revenue',
  'promotion-fees': 'fee_share',
  'dynamic-fees': 'fee_share',
  'mining-receipts': 'mining_receipts',
  'machine-sales': 'machine_sales',
  insurance: 'insurance',
  rounding: 'rounding',
  'operator-drawings': 'operator_drawings',
  'operator-capital': 'operator_capital',
  'external-deposits': 'external_deposits',
  'external-withdrawals': 'external_withdrawals',
  'demo-funding': 'demo_funding',
} as const;

export type SystemAccount = keyof typeof SYSTEM_ACCOUNTS;

/**
 * The units of the platform's own accounts: the assets that users have, and the dust of deposits: what a chain's USDT has below
 * our smallest unit, in units of 10^-18 (docs/rules.md §4).
 */
export type LedgerAsset = AssetCode | 'USDT18';

/** Names with several lanes: their shortage is `pool-empty`, everyone else's `insufficient-funds`. */
export type PoolAccount = {
  [N in SystemAccount]: (typeof SYSTEM_ACCOUNTS)[N] extends 'pool' | 'reserve' | 'treasury' ? N : never;
}[SystemAccount];
