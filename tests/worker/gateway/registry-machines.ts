/** Inputs for the calls of machines. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CallInput } from '../../../contract/index';
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
