/** Inputs for the calls of delivery slips. */
import { expect } from 'vitest';
import { act } from '../../gateway/support/operators';
import type { Tab } from '../support/harness';
import { DEMO, done, type RealGateway } from './real-gateway';

const SLIP = {
  trade_no: 'R-1',
  user: DEMO.email,
  direction: 'long',
  lots: '0.5',
  leverage: '100',
  margin: '120',
  spread: '0.0002',
  open_price: '1.085',
  open_time: '2026-11-20T09:30:00Z',
  close_price: '1.0862',
  close_time: '2026-11-20T11:00:00Z',
  profit: '60.5',
};

/** Has the desk report a slip of the demo user's, once. @returns its id */
export async function reportedSlip(gateway: RealGateway, tab: Tab): Promise<string> {
  const file = { file: 'slips.json', format: 'json', text: JSON.stringify([SLIP]) };
  expect(await act(gateway.deps, 'slips import', file)).toMatchObject({ ok: true, failed: false });
  const { items } = done(await tab.api.invoke('deliverySlips', {}, { source: 'network' }));
  return items.find(({ tradeNumber }) => tradeNumber === SLIP.trade_no)?.id ?? '';
}
