/** Short hands for ledger tests: fresh owners, funding, and accounts by name. */
import type { AssetCode } from '../../../contract/money';
import type { Tx } from '../../../gateway/db/transaction';
import type { SystemAccount, UserAccountKind } from '../../../gateway/ledger/chart';
import type { Fee } from '../../../gateway/ledger/fees';
import { post, type AccountRef, type Leg } from '../../../gateway/ledger/post';

/** 2026-11-21T08:00:00Z */
export const AT = 1_795_248_000_000;

let lastOwner = 1000;
/** A trading account that no other test in this file has. */
export const newOwner = () => String((lastOwner += 1));

let lastTransfer = 0;
export const newTransfer = (prefix = 'test') => `${prefix}:${(lastTransfer += 1)}`;

export const cash = (owner: string, asset: AssetCode = 'USDT', kind: UserAccountKind = 'user_cash'): AccountRef => ({
  owner,
  kind,
  asset,
});

export const system = (name: SystemAccount, asset: AssetCode = 'USDT'): AccountRef => ({ system: name, asset });

/** All of `amount` as a fee that is revenue: what a journal of tests carries in place of a leg to the fee revenue. */
export const revenueFee = (payer: string, amount: bigint, asset: AssetCode = 'USDT'): Fee => ({
  payer,
  source: 'withdrawal',
  asset,
  base: amount,
  shares: { revenue: amount, insurance: 0n, promotion: 0n, management: 0n, dynamic: 0n },
});

/** The two sides of one movement; `of` is about the account that is debited. */
export const legsOf = (from: AccountRef, to: AccountRef, amount: bigint, of: Partial<Leg> = {}): Leg[] => [
  { account: from, amount: -amount, ...of },
  { account: to, amount },
];

const isFee = (from: AccountRef, to: AccountRef) => 'system' in to && to.system === 'fee-revenue' && 'owner' in from;

/** Moves an amount; from a user to the fee revenue it is a fee. */
export function move(
  tx: Tx,
  from: AccountRef,
  to: AccountRef,
  amount: bigint,
  options: Partial<Leg> & { kind?: string } = {},
) {
  const { kind = isFee(from, to) ? 'withdrawal' : 'adjust', ...leg } = options;
  return post(tx, {
    transferId: newTransfer(),
    kind,
    at: AT,
    legs: legsOf(from, to, amount, leg).slice(0, isFee(from, to) ? 1 : 2),
    ...('owner' in from && isFee(from, to) && { fees: [revenueFee(from.owner, amount, from.asset)] }),
  });
}

/** A new owner with `amount` USDT in cash, as if deposited. */
export async function fundedOwner(tx: Tx, amount: bigint): Promise<string> {
  const owner = newOwner();
  await move(tx, system('external-deposits'), cash(owner), amount, { kind: 'deposit' });
  return owner;
}

/** The code of the LedgerError that `work` fails with. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return String((error as { code?: unknown }).code ?? error);
  }
  return 'nothing was refused';
}
