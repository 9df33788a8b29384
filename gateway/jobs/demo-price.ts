/** Keeps the guide price of a gateway with demo data young enough to be quoted at; labelled "demo" wherever it is shown. */
import { toUnits } from '../../contract/money';
import type { Deps } from '../domain/call-context';
import { saveDemoPrice } from '../domain/exchange/repo';
import { loadSettings } from '../domain/settings/settings';
import { exclusively } from './run';

const DEMO_PRICE_JOB = 'demo-price';

/** States the reference price anew as of now, on a database with demo data, unless the operator states prices. */
export async function refreshDemoPrice(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'isDemo'>): Promise<void> {
  if (!deps.isDemo) return;
  await exclusively(deps, DEMO_PRICE_JOB, async (tx) => {
    const { price } = (await loadSettings(tx))['market.rabReference'];
    await saveDemoPrice(tx, { price: toUnits(price, 'USDT'), asOf: deps.clock.now() });
  });
}
