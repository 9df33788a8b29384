/** Buying a machine (docs/rules.md §6). It runs in the caller's transaction. */
import { MINING_ASSET } from '../../../contract/calls/machines';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { post, type Journal } from '../../ledger/post';
import { Refusal } from '../call-context';
import { findModel, lockModel, type Model } from './models-repo';
import {
  findMachine,
  insertMachine,
  lockTickets,
  saveJournal,
  takeTickets,
  ticketsAvailable,
  type MachineRow,
} from './repo';
import { restInUsdt, runningDays } from './rules';
import { viewModel } from './view';

/** The model with what so many tickets leave to be paid. @throws Refusal sold-out, payment-refused */
function priced(model: Model, tickets: number): { model: Model; rest: bigint } {
  if (!model.isOpen || model.stock === 0) throw new Refusal('sold-out');
  const rest = restInUsdt(model, tickets);
  if (rest === null) throw new Refusal('payment-refused');
  return { model, rest };
}

/** Prices a purchase as things are now. @throws Refusal not-found, sold-out, payment-refused */
export async function quoteMachine(
  queries: Queries,
  { modelId, tickets }: { modelId: string; tickets: number },
): Promise<{ model: Model; rest: bigint }> {
  const model = await findModel(queries, modelId);
  if (!model) throw new Refusal('not-found');
  return priced(model, tickets);
}

/** The price goes to the sales, which no pool takes anything from. */
function saleJournal(machineId: string, accountId: string, amount: bigint, now: number): Journal {
  return {
    transferId: `machine-buy:${machineId}`,
    kind: 'machine-buy',
    reference: machineId,
    at: now,
    legs: [
      { account: { owner: accountId, kind: 'user_cash', asset: MINING_ASSET }, amount: -amount },
      { account: { system: 'machine-sales', asset: MINING_ASSET }, amount },
    ],
  };
}

export interface Purchase {
  accountId: string;
  modelId: string;
  /** The model's revision that the user saw. */
  version: number;
  tickets: number;
  now: number;
}

/**
 * Sells one machine: out of the stock, for USDT and tickets, all or nothing. Buyers of one model follow one another.
 * @throws Refusal not-found, stale-version, sold-out, payment-refused, tickets-short; LedgerError insufficient-funds
 */
export async function buyMachine(tx: Tx, { accountId, modelId, version, tickets, now }: Purchase): Promise<MachineRow> {
  const found = await lockModel(tx, modelId);
  if (!found) throw new Refusal('not-found');
  if (found.revision !== version) throw new Refusal('stale-version', { data: { current: viewModel(found) } });
  const { model, rest } = priced(found, tickets);
  const machineId = await insertMachine(tx, {
    accountId,
    modelId,
    hashrate: model.hashrate,
    price: rest,
    tickets,
    boughtAt: now,
    ...runningDays(now, model.termDays),
  });
  if (tickets > 0) {
    await lockTickets(tx, accountId);
    const available = await ticketsAvailable(tx, accountId);
    if (available < tickets) throw new Refusal('tickets-short', { data: { available: String(available) } });
    await takeTickets(tx, { accountId, machineId, count: tickets, now });
  }
  if (rest > 0n) {
    const { journalId } = await post(tx, saleJournal(machineId, accountId, rest, now));
    await saveJournal(tx, machineId, journalId);
  }
  const bought = await findMachine(tx, accountId, machineId);
  if (!bought) throw new Error(`machine ${machineId} is gone`);
  return bought;
}
