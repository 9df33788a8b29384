/** Our side: a RAB market with so many open orders, and clients who place orders by the real handlers. */
import { openDatabase, type Database } from '../../gateway/db/client';
import { migrate } from '../../gateway/db/migrate';
import type { Person } from '../../tests/gateway/world';
import { openRabWorld, type RabWorld } from '../../tests/gateway/otc/rab/world';
import { readStatementsMs } from '../gateway/database-time';
import type { ClientCall } from '../gateway/load';

/** Orders of the book are spread over so many people. */
const MAKERS = 200;

export interface Market {
  /** Places one order: a client sells and buys in turns, so that about half of the orders are filled at once, whole. */
  place: ClientCall;
  /** Time in the database per order placed by one client, ms: execution and planning of every statement. */
  databaseMs(orders: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Fills the book: half of the orders sell above the price that clients trade at, half buy below it. Writes rows and holds by
 * plain SQL under the same constraints and triggers: placing a hundred thousand would take as long as the benchmark.
 */
async function fillBook({ pool }: Database, makers: readonly Person[], orders: number, now: number): Promise<void> {
  const people = JSON.stringify(makers);
  await pool.query('SET statement_timeout = 0');
  await pool.query(
    `WITH book AS (
       SELECT n, p.value ->> 'userId' AS user_id, (p.value ->> 'accountId')::bigint AS account_id, CASE WHEN n % 2 = 0 THEN 'sell' ELSE 'buy' END AS side
         FROM generate_series(1, $2::int) n
         JOIN jsonb_array_elements($1::jsonb) WITH ORDINALITY p ON p.ordinality = n / 2 % ${MAKERS} + 1
     ), priced AS (
       SELECT *, CASE side WHEN 'sell' THEN 125500 + n * 7 % 12000 ELSE 124500 - n * 7 % 12000 END AS price FROM book
     ), held AS (
       INSERT INTO holds (transfer_id, account_id, amount, created_at)
       SELECT 'bench-book:' || n, a.id, CASE side WHEN 'sell' THEN 10::numeric * 100000000 ELSE 10 * price + ceil(10 * price * 0.002) END, $3::timestamptz
         FROM priced JOIN accounts a ON a.owner_account_id = account_id AND a.kind = 'user_cash'
          AND a.asset = CASE side WHEN 'sell' THEN 'RAB' ELSE 'USDT' END
       RETURNING id, transfer_id, amount)
     INSERT INTO otc_rab_orders (account_id, user_id, side, price, guide_price, quantity, can_split, smallest_fill, fee_rate, deposit_rate,
                                 hold_id, created_at, expires_at, remaining, held, status)
     SELECT account_id, user_id::bigint, side, price, 125000, 1000000000, n % 5 <> 0, 0.1, 0.002, 1, h.id, $3::timestamptz,
            $3::timestamptz + interval '1 day', 1000000000, h.amount, 'pending-match'
       FROM priced JOIN held h ON h.transfer_id = 'bench-book:' || n`,
    [people, orders, new Date(now).toISOString()],
  );
  await pool.query('VACUUM ANALYZE');
}

async function peopleOf(world: RabWorld, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 0; n < count; n += 1) people.push(await world.trader('1000000', '1000000'));
  return people;
}

/** @param url an empty database on a server with pg_stat_statements */
export async function openMarket(url: string, maxClients: number, openOrders: number): Promise<Market> {
  const database = await openDatabase({ kind: 'postgres', url, maxConnections: maxClients });
  await migrate(database);
  await database.pool.query('CREATE EXTENSION pg_stat_statements');
  const world = await openRabWorld(database);
  world.time.now = Date.now();
  await world.set('otc.openOrders', 10_000);
  await fillBook(database, await peopleOf(world, MAKERS), openOrders, world.time.now);
  const clients = await peopleOf(world, maxClients * 2);
  const turns = Array.from({ length: maxClients }, () => 0);
  const place: ClientCall = (client) => {
    world.time.now = Date.now();
    const turn = turns[client] ?? 0;
    turns[client] = turn + 1;
    const who = clients[client * 2 + (turn % 2)];
    if (!who) throw new RangeError(`no client ${client}`);
    const input = { price: '0.125', quantity: '10' };
    return turn % 2 === 0 ? world.sell(who, input) : world.buy(who, input);
  };
  return {
    place,
    async databaseMs(orders) {
      const before = await readStatementsMs(database);
      for (let order = 0; order < orders; order += 1) await place(0);
      return ((await readStatementsMs(database)) - before) / orders;
    },
    close: () => database.close(),
  };
}
