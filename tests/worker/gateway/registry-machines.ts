/** Inputs for the calls of machines. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CallInput } from '../../../contract/index';
import { actAsTwo } from '../../gateway/support/operators';
import type { Tab } from '../support/harness';
import { DEMO, done, type RealGateway } from './real-gateway';

/** Puts a machine on sale. @returns its id */
async function machineOnSale(gateway: RealGateway): Promise<string> {
  const id = 't10';
  expect(await actAsTwo(gateway.deps, 'machine alter', { id, open: true, stock: 50 })).toMatchObject({ ok: true });
  return id;
}

/** Grants the demo user tickets, for a machine that takes both. */
async function machinePurchase(gateway: RealGateway, tab: Tab): Promise<CallInput<'buyMachine'>> {
  const id = await machineOnSale(gateway);
  const runId = randomUUID();
  const grant = { user: DEMO.email, count: 10, reason: 'Welcome', runId };
  expect(await actAsTwo(gateway.deps, 'ticket grant', grant)).toMatchObject({ ok: true });
  const { version } = done(await tab.api.invoke('machineInfo', { id })).model;
  return { id, version, tickets: 5, tradePassword: DEMO.tradePassword };
}

const nothing = () => ({});

export const machineInputs = (opened: () => { gateway: RealGateway; tab: Tab }) => {
  const onSale = () => machineOnSale(opened().gateway);
  return {
    machineModels: () => onSale().then(nothing),
    machineInfo: async () => ({ id: await onSale() }),
    machineQuote: async () => ({ id: await onSale(), tickets: 5 }),
    buyMachine: () => machinePurchase(opened().gateway, opened().tab),
    machineTickets: nothing,
    miningRecords: nothing,
    miningSummary: nothing,
    miningDays: nothing,
  };
};
