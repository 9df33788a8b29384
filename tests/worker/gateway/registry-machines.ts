/** Inputs for the calls of machines, and a machine that has mined. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CallInput } from '../../../contract/index';
import { withTransaction } from '../../../gateway/db/transaction';
import { mainAccountId } from '../../../gateway/domain/identity/users/user-repo';
import { buyMachine } from '../../../gateway/domain/machines/buy';
import { actAsTwo } from '../../gateway/support/operators';
import type { Tab } from '../support/harness';
import { DEMO, done, type RealGateway } from './real-gateway';

/** Puts a machine on sale. @returns its id */
export async function machineOnSale(gateway: RealGateway): Promise<string> {
  const id = 't10';
  expect(await actAsTwo(gateway.deps, 'machine alter', { id, open: true, stock: 50 })).toMatchObject({ ok: true });
  return id;
}

/** Grants the demo user tickets, for a machine that takes both. */
export async function machinePurchase(gateway: RealGateway, tab: Tab): Promise<CallInput<'buyMachine'>> {
  const id = await machineOnSale(gateway);
  const runId = randomUUID();
  const grant = { user: DEMO.email, count: 10, reason: 'Welcome', runId };
  expect(await actAsTwo(gateway.deps, 'ticket grant', grant)).toMatchObject({ ok: true });
  const { version } = done(await tab.api.invoke('machineInfo', { id })).model;
  return { id, version, tickets: 5, tradePassword: DEMO.tradePassword };
}

let isMined = false;

/** A machine of the demo user's that has run for two days, with receipts of the latter. */
export async function mined(gateway: RealGateway, tab: Tab): Promise<void> {
  if (isMined) return;
  isMined = true;
  const { id: modelId, version } = await machinePurchase(gateway, tab);
  const { id: userId } = done(await tab.api.invoke('userInfo', {}));
  const now = gateway.now() - 3 * 86_400_000;
  await withTransaction(gateway.deps.db, async (tx) => {
    const accountId = await mainAccountId(tx, userId);
    await buyMachine(tx, { accountId, modelId, version, tickets: 5, now });
  });
  const day = new Date(gateway.now() - 86_400_000).toISOString().slice(0, 10);
  const receipts = { day, receipts: '80', evidence: { transaction: '0xabc' } };
  expect(await actAsTwo(gateway.deps, 'mining record', receipts)).toMatchObject({ ok: true });
}
