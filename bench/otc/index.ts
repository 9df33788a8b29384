/**
 * OTC: counts RAB orders placed and matched per second while many are open, beside TPC-B on the same durable server, and times
 * what one order costs the database.
 */
import pg from 'pg';
import { startPostgres } from '../../tests/gateway/support/postgres-server';
import { describeServer } from '../durable-world';
import { COUNTING } from '../gateway/database-time';
import { callsPerSecond } from '../gateway/load';
import { compare, type Comparison } from '../measure';
import type { Part } from '../part';
import { openMarket, type Market } from './market';
import { openTpcb, type Tpcb } from './tpcb';

const CLIENTS = [1, 8, 32];
const MAX_CLIENTS = Math.max(...CLIENTS);
const OPEN_ORDERS = [10_000, 100_000];
/** Issue 5: time in the database per order placed with ten thousand open ones, ms. */
const BUDGET_MS = 5;

async function createDatabases(url: string, names: readonly string[]): Promise<string> {
  const client = new pg.Client({ connectionString: `${url}postgres` });
  await client.connect();
  try {
    for (const name of names) await client.query(`CREATE DATABASE ${name}`);
    return await describeServer(client);
  } finally {
    await client.end();
  }
}

async function measure(market: Market, tpcb: Tpcb, orders: number, isQuick: boolean): Promise<Comparison[]> {
  const subject = `${orders.toLocaleString('en')} open`;
  const seconds = isQuick ? 1 : 3;
  const comparisons: Comparison[] = [];
  const costs: number[] = [];
  for (let round = 0; round < (isQuick ? 2 : 7); round += 1) costs.push(await market.databaseMs(isQuick ? 20 : 100));
  comparisons.push({
    subject: `${subject}, one order`,
    unit: 'ms',
    limit: { name: 'the budget', figures: costs.map(() => BUDGET_MS) },
    ours: { name: 'time in the database', figures: costs },
  });
  for (const clients of CLIENTS) {
    const limit = { name: tpcb.name, round: () => tpcb.run(clients, seconds) };
    const ours = {
      name: 'orders placed, half of them matched',
      round: () => callsPerSecond(clients, seconds * 1_000, market.place),
    };
    const rounds = { rounds: isQuick ? 1 : 5, warmUps: isQuick ? 0 : 1 };
    const who = `${clients} ${clients === 1 ? 'client' : 'clients'}`;
    comparisons.push(...(await compare(`${subject}, ${who}`, 'calls/s', [limit], [ours], rounds)));
  }
  return comparisons;
}

export const otc: Part = async ({ isQuick, say }) => {
  const server = await startPostgres({ isDurable: true, settings: COUNTING });
  try {
    const ranOn = await createDatabases(server.url, ['tpcb', ...OPEN_ORDERS.map((orders) => `open_${orders}`)]);
    const tpcb = await openTpcb(`${server.url}tpcb`, MAX_CLIENTS);
    const comparisons: Comparison[] = [];
    for (const orders of OPEN_ORDERS) {
      say(`${orders} open orders`);
      const market = await openMarket(`${server.url}open_${orders}`, MAX_CLIENTS, orders);
      comparisons.push(...(await measure(market, tpcb, orders, isQuick)));
      await market.close();
    }
    await tpcb.close();
    return { comparisons, ranOn };
  } finally {
    await server.stop();
  }
};
