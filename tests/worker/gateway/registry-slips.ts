/** Inputs for the calls of delivery slips. */
import { expect } from 'vitest';
import { SLIP } from '../../gateway/slips/slip-rows';
import { act } from '../../gateway/support/operators';
import type { Tab } from '../support/harness';
import { DEMO, done, type RealGateway } from './real-gateway';

const REPORTED = { ...SLIP, trade_no: 'R-1', user: DEMO.email };

/** Has the desk report a slip of the demo user's, once. @returns its id */
export async function reportedSlip(gateway: RealGateway, tab: Tab): Promise<string> {
  const file = { file: 'slips.json', format: 'json', text: JSON.stringify([REPORTED]) };
  expect(await act(gateway.deps, 'slips import', file)).toMatchObject({ ok: true, failed: false });
  const { items } = done(await tab.api.invoke('deliverySlips', {}, { source: 'network' }));
  return items.find(({ tradeNumber }) => tradeNumber === REPORTED.trade_no)?.id ?? '';
}
