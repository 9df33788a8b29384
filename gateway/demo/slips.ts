/** Delivery slips of the demo user's: a made-up desk's trades of the forty days before the seeding. */
import { toUnits } from '../../contract/money';
import { withTransaction } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import { mainAccountId, userByLoginName } from '../domain/identity/users/user-repo';
import { storeSlips } from '../domain/slips/import';
import { importOfFile, lockImports, type SlipFacts } from '../domain/slips/repo';

const FILE = 'demo data, no real trades';
/** Stands for a hash: there is no file. */
const FILE_HASH = '0'.repeat(64);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Days before the seeding, minutes that it was open, and the figures; the path's prices lie between opening and closing at equal steps. */
type Trade = readonly [
  days: number,
  minutes: number,
  product: string,
  direction: SlipFacts['direction'],
  lots: string,
  margin: string,
  profit: string,
  open: string,
  close: string,
  path: readonly string[],
];

const TRADES: readonly Trade[] = [
  [38.2, 95, 'EURUSD', 'long', '0.5', '542.5', '61', '1.0851', '1.08632', ['1.08494', '1.0858', '1.08611']],
  [35.6, 40, 'XAUUSD', 'short', '0.1', '265.4', '38.2', '2654.1', '2650.28', ['2656.7', '2653.2', '2649.9']],
  [31.1, 310, 'EURUSD', 'short', '0.5', '541.3', '-47.5', '1.0826', '1.08355', ['1.0819', '1.0828', '1.0841']],
  [27.4, 25, 'GBPUSD', 'long', '0.3', '378.6', '0', '1.2621', '1.2621', ['1.2617', '1.2626']],
  [22.9, 150, 'XAUUSD', 'long', '0.2', '531.8', '126.4', '2659.2', '2665.52', ['2657', '2660.8', '2666.3', '2664.1']],
  [18.3, 70, 'GBPUSD', 'short', '0.3', '379.2', '-22.8', '1.2638', '1.26456', ['1.2641', '1.2634', '1.2648']],
  [14.5, 45, 'EURUSD', 'long', '0.8', '866.7', '92.8', '1.08335', '1.08451', ['1.0829', '1.0837', '1.0846']],
  [9.7, 200, 'XAUUSD', 'short', '0.1', '266.9', '-31.7', '2668.5', '2671.67', ['2664', '2669.9', '2672.4']],
  [5.2, 60, 'EURUSD', 'long', '0.5', '543.1', '44.5', '1.0862', '1.08709', ['1.0858', '1.0866', '1.0872']],
  [1.8, 85, 'GBPUSD', 'long', '0.4', '506.2', '57.6', '1.26541', '1.26685', ['1.2649', '1.2658', '1.2671', '1.2667']],
];

function factsOf(trade: Trade, place: number, accountId: string, begunAt: number): SlipFacts {
  const [days, minutes, product, direction, lots, margin, profit, openPrice, closePrice, prices] = trade;
  const closedAt = begunAt - Math.round((days * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const openedAt = closedAt - minutes * MINUTE_MS;
  const stepMs = Math.floor((closedAt - openedAt) / (prices.length + 1));
  return {
    accountId,
    tradeNumber: `DEMO-${String(place + 1).padStart(3, '0')}`,
    product,
    direction,
    lots,
    margin: toUnits(margin, 'USDT'),
    profit: toUnits(profit, 'USDT'),
    spread: product === 'XAUUSD' ? '0.3' : '0.00012',
    leverage: '100',
    openPrice,
    openedAt,
    closePrice,
    closedAt,
    high: null,
    low: null,
    path: prices.map((price, index) => ({ at: openedAt + (index + 1) * stepMs, price })),
  };
}

/** Gives the demo user slips, once; also where the demo data are from before there were any. */
export async function reportDemoSlips(deps: Deps, email: string, begunAt: number): Promise<void> {
  const user = await userByLoginName(deps.db.db, email);
  if (!user) return;
  const accountId = await mainAccountId(deps.db.db, user.id);
  await withTransaction(deps.db, async (tx) => {
    await lockImports(tx);
    if (await importOfFile(tx, FILE_HASH)) return;
    const facts = TRADES.map((trade, place) => factsOf(trade, place, accountId, begunAt));
    const made = { fileName: FILE, fileHash: FILE_HASH, slips: facts.length, importedBy: 'demo', importedAt: begunAt };
    await storeSlips(tx, made, facts);
  });
}
