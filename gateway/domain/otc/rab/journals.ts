/** The journals of a fill (docs/rules.md §8): each moves what both sides agreed to, and nothing of it twice. */
import type { AssetCode } from '../../../../contract/money';
import type { Fee } from '../../../ledger/fees';
import type { AccountRef, Journal, Leg } from '../../../ledger/post';
import type { UserAccountKind } from '../../../ledger/chart';
import type { FeeSplitter } from '../../fees/split';
import { forfeitOf } from './rules';

/** One side's money: whose account pays, and out of which hold. */
export interface Payer {
  accountId: string;
  /** The hold that pays; null: the available cash pays. */
  holdId: string | null;
  /** True for the last leg of a hold: the amount that the hold has left afterwards becomes available. */
  isLast: boolean;
  /** RAB of a seller; of a buyer amount and fee, or the deposit. */
  pays: bigint;
}

const INSURANCE = { system: 'insurance', asset: 'USDT' } as const;

function of(owner: string, asset: AssetCode, kind: UserAccountKind = 'user_cash'): AccountRef {
  return { owner, kind, asset };
}

function paying({ accountId, holdId, isLast, pays }: Payer, asset: AssetCode): Leg {
  const held = holdId === null ? {} : { holdId, releaseRest: isLast };
  return { account: of(accountId, asset), amount: -pays, ...held };
}

/** A leg of nothing is none. */
function journal(transferId: string, kind: string, fillId: string, at: number, legs: readonly Leg[]): Journal {
  return { transferId, kind, reference: fillId, at, legs: legs.filter(({ amount }) => amount !== 0n) };
}

export interface FillMoney {
  fillId: string;
  at: number;
  quantity: bigint;
  amount: bigint;
  sellerFee: bigint;
  buyerFee: bigint;
}

type FillAccounts = Pick<EscrowedFill, 'sellerAccountId' | 'buyerAccountId'>;

function feesOf({ amount, sellerFee, buyerFee }: FillMoney, sides: FillAccounts, split: FeeSplitter): Fee[] {
  const fee = { source: 'otc-rab', asset: 'USDT', base: amount } as const;
  return split(
    { ...fee, payer: sides.buyerAccountId, amount: buyerFee },
    { ...fee, payer: sides.sellerAccountId, amount: sellerFee },
  );
}

/** Fully deposited: RAB to the buyer, USDT to the seller less fee, both fees. */
export function tradeJournal(money: FillMoney, seller: Payer, buyer: Payer, split: FeeSplitter): Journal {
  const { fillId, at, amount, sellerFee } = money;
  const sides = { sellerAccountId: seller.accountId, buyerAccountId: buyer.accountId };
  const moves = journal(`otc-rab:${fillId}`, 'otc-trade', fillId, at, [
    paying(seller, 'RAB'),
    { account: of(buyer.accountId, 'RAB'), amount: seller.pays },
    paying(buyer, 'USDT'),
    { account: of(seller.accountId, 'USDT'), amount: amount - sellerFee },
  ]);
  return { ...moves, fees: feesOf(money, sides, split) };
}

/** Deposited in part: the seller's RAB and the deposit wait in escrow for the rest. */
export function escrowJournal({ fillId, at }: Pick<FillMoney, 'fillId' | 'at'>, seller: Payer, buyer: Payer): Journal {
  return journal(`otc-rab-escrow:${fillId}`, 'otc-escrow', fillId, at, [
    paying(seller, 'RAB'),
    { account: of(seller.accountId, 'RAB', 'user_escrow'), amount: seller.pays },
    paying(buyer, 'USDT'),
    { account: of(buyer.accountId, 'USDT', 'user_escrow'), amount: buyer.pays },
  ]);
}

export interface EscrowedFill extends FillMoney {
  sellerAccountId: string;
  buyerAccountId: string;
  deposit: bigint;
}

/** Settles a match whose rest was posted: escrow pays, and the buyer's cash pays what was missing. */
export function settleJournal(fill: EscrowedFill, split: FeeSplitter): Journal {
  const { fillId, at, quantity, amount, sellerFee, buyerFee, deposit, sellerAccountId, buyerAccountId } = fill;
  const moves = journal(`otc-rab:${fillId}`, 'otc-trade', fillId, at, [
    { account: of(sellerAccountId, 'RAB', 'user_escrow'), amount: -quantity },
    { account: of(buyerAccountId, 'RAB'), amount: quantity },
    { account: of(buyerAccountId, 'USDT', 'user_escrow'), amount: -deposit },
    { account: of(buyerAccountId, 'USDT'), amount: -(amount + buyerFee - deposit) },
    { account: of(sellerAccountId, 'USDT'), amount: amount - sellerFee },
  ]);
  return { ...moves, fees: feesOf(fill, fill, split) };
}

/** The rest was not posted in time: the seller's RAB back. */
export function returnJournal({ fillId, at, quantity, sellerAccountId }: EscrowedFill): Journal {
  return journal(`otc-rab-return:${fillId}`, 'otc-return', fillId, at, [
    { account: of(sellerAccountId, 'RAB', 'user_escrow'), amount: -quantity },
    { account: of(sellerAccountId, 'RAB'), amount: quantity },
  ]);
}

/** And the deposit of it, which must be more than nothing: half to the seller, half to the insurance fund. */
export function forfeitJournal({ fillId, at, deposit, sellerAccountId, buyerAccountId }: EscrowedFill): Journal {
  const { toSeller, toInsurance } = forfeitOf(deposit);
  return journal(`otc-rab-forfeit:${fillId}`, 'otc-forfeit', fillId, at, [
    { account: of(buyerAccountId, 'USDT', 'user_escrow'), amount: -deposit },
    { account: of(sellerAccountId, 'USDT'), amount: toSeller },
    { account: INSURANCE, amount: toInsurance },
  ]);
}
