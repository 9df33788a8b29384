/** A gateway on PostgreSQL whose first people have a past: days of custody, redemptions, machines and a trade, made by the real handlers at those times. */
import pg from 'pg';
import { toUnits } from '../../../contract/money';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { migrate } from '../../../gateway/db/migrate';
import { withTransaction } from '../../../gateway/db/transaction';
import { findModel, saveModel } from '../../../gateway/domain/machines/models-repo';
import { post } from '../../../gateway/ledger/post';
import { issueFixedSupply } from '../../../gateway/ledger/accounts';
import { DAY_MS, TRADE_PASSWORD, type CustodyWorld, type Person } from '../../gateway/custody/world';
import { openRabWorld } from '../../gateway/otc/rab/world';

/** A few hours before a day's interest is due, so that none becomes due during a test. */
const PAST_MS = 6.5 * DAY_MS;

export interface Past {
  /** When custody was placed and machines were bought. */
  start: number;
  /** Invited `pia` and `rolf`; `pia` invited `quin`. */
  top: Person;
  pia: Person;
  quin: Person;
  rolf: Person;
}

/** @returns the database's address */
export async function createDatabaseOn(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${serverUrl}postgres` });
  await client.connect();
  await client.query('CREATE DATABASE walk');
  await client.end();
  return `${serverUrl}walk`;
}

/** Puts a model on sale. */
async function sell({ db }: { db: Database }, id: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const model = await findModel(tx, id);
    if (!model) throw new Error(`no machine ${id}`);
    await saveModel(tx, { ...model, isOpen: true, stock: 20 });
  });
}

async function buy(world: CustodyWorld, who: Person, id: string): Promise<void> {
  const { version } = (await world.call(who, 'machineInfo', { id })).model;
  await world.call(who, 'buyMachine', { id, version, tickets: 0, tradePassword: TRADE_PASSWORD });
}

/** Migrates the database and makes everybody's days; the gateway that starts afterwards carries on. */
export async function makePast(url: string): Promise<Past> {
  const db = await openDatabase({ kind: 'postgres', url });
  try {
    await migrate(db);
    const start = Date.now() - PAST_MS;
    await withTransaction(db, (tx) => issueFixedSupply(tx, { asset: 'RAB', supply: 10n ** 17n, at: start }));
    const world = await openRabWorld(db, start);
    await world.fundPool('100000');
    await world.set('income.managementRate', '0.03');
    // Redeeming costs at once, so that people who have just registered can pay a fee.
    await world.set('custody.freeUndoMs', 0);
    // Whoever trades gets a part of later fees back.
    await world.set('income.rebateTiers', [{ from: '100', rate: '0.2' }]);
    for (const id of ['t10', 't50']) await sell(world.deps, id);
    const top = await world.person('20000');
    const pia = await world.person('9000', top);
    const quin = await world.person('5000', pia);
    const rolf = await world.person('5000.000001', top);
    await world.place(top, '3000.5');
    const ofPia = await world.place(pia, '2500.123456');
    const ofQuin = await world.place(quin, '1200.77', 'd90');
    const ofRolf = await world.place(rolf, '700.000001', 'd7');
    await buy(world, top, 't10');
    await buy(world, pia, 't50');
    world.time.now = start + DAY_MS;
    await world.set('market.rabReference', { price: '0.125', asOf: world.time.now });
    await world.fund(pia, { usdt: '0', rab: '20000' });
    await world.sell(pia, { quantity: '4000' });
    await world.buy(top, { quantity: '4000', mode: 'now' });
    world.time.now = start + 2 * DAY_MS;
    await world.redeem(pia, ofPia.id, '800.333333');
    await world.redeem(quin, ofQuin.id, '300.7');
    await world.redeem(rolf, ofRolf.id, '700.000001');
    await world.set('market.rabReference', { price: '0.125', asOf: Date.now() });
    return { start, top, pia, quin, rolf };
  } finally {
    await db.close();
  }
}

/** Credits a confirmed deposit. */
export async function deposit(db: Database, accountId: string, usdt: string): Promise<void> {
  const amount = toUnits(usdt, 'USDT');
  await withTransaction(db, (tx) =>
    post(tx, {
      transferId: `test-deposit:${accountId}`,
      kind: 'deposit',
      at: Date.now(),
      legs: [
        { account: { system: 'external-deposits', asset: 'USDT' }, amount: -amount },
        { account: { owner: accountId, kind: 'user_cash', asset: 'USDT' }, amount },
      ],
    }),
  );
}
