/** Machines of the demo: four on sale, and one of the demo user's that has run for some days, one of them without receipts. */
import { toUnits } from '../../contract/money';
import { withTransaction, type Tx } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import { buyMachine } from '../domain/machines/buy';
import { allModels, lockModel, saveModel } from '../domain/machines/models-repo';
import { recordReceipts } from '../domain/machines/record-receipts';
import { DAY_MS, dayOf } from '../domain/machines/rules';
import { insertTickets } from '../domain/machines/tickets-repo';
import { loadSettings } from '../domain/settings/settings';
import { creditIncomes } from '../jobs/income';
import { distributeOutput } from '../jobs/mining';
import { lockProgress } from './repo';

const LABEL = 'demo data, no real money';
const STOCK = 200;
const TICKETS = 30;
const RUN_ID = '00000000-0000-4000-8000-000000000001';
/** Days before the seeding. */
const BOUGHT = 7;
const WITHOUT_RECEIPTS = 3;
const RECEIPTS = ['1.42', '1.38', '1.51', '1.47', '1.4'];

/** Puts what the migration brought on sale, once. @returns whether it did */
async function openModels(tx: Tx): Promise<boolean> {
  const models = await allModels(tx);
  if (models.some(({ revision, stock }) => revision > 1 || stock > 0)) return false;
  for (const { id } of models) {
    const model = await lockModel(tx, id);
    if (model) await saveModel(tx, { ...model, isOpen: true, stock: STOCK });
  }
  return true;
}

/** Demo data from before there were machines gets those on sale. */
export async function openDemoMachines(deps: Deps): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await lockProgress(tx);
    await openModels(tx);
  });
}

/** The demo user's machine, paid with tickets, and what it has mined up to `now`. */
export async function playDemoMining(deps: Deps, accountId: string, now: number): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await lockProgress(tx);
    if (!(await openModels(tx))) return;
    const boughtAt = now - BOUGHT * DAY_MS;
    await insertTickets(tx, {
      runId: RUN_ID,
      accountId,
      source: 'promotion',
      reason: 'Welcome',
      tickets: TICKETS,
      now: boughtAt,
    });
    const model = await lockModel(tx, 't10');
    if (!model) throw new Error('the demo has no machine t10');
    const purchase = { accountId, modelId: model.id, version: model.revision, tickets: model.tickets, now: boughtAt };
    await buyMachine(tx, purchase);
    const settings = await loadSettings(tx);
    const days = Array.from({ length: BOUGHT - 1 }, (_, index) => BOUGHT - 1 - index);
    for (const [index, ago] of days.filter((one) => one !== WITHOUT_RECEIPTS).entries()) {
      const receipts = toUnits(RECEIPTS[index] ?? '1.4', 'USDT');
      const day = dayOf(now) - ago * DAY_MS;
      await recordReceipts(tx, { day, receipts, evidence: { transaction: LABEL }, settings, now });
    }
  });
  await distributeOutput(deps);
  await creditIncomes(deps);
}
