/** Short hands for ledger tests: fresh owners, funding, and accounts by name. */
import type { AssetCode } from '../../../contract/money';
import type { Tx } from '../../../gateway/db/transaction';
import type { SystemAccount, UserAccountKind } from '../../../gateway/ledger/chart';
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

export function move(
  tx: Tx,
  from: AccountRef,
  to: AccountRef,
  amount: bigint,
  options: Partial<Leg> & { kind?: string } = {},
) {
  const { kind = 'adjust', ...leg } = options;
  return post(tx, {
    transferId: newTransfer(),
    kind,
    at: AT,
    legs: [
      { account: from, amount: -amount, ...leg },
      { account: to, amount },
    ],
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
