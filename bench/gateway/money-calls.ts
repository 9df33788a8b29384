/** Our side: custody orders placed on a real database, in this process and through the envelope door of another. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { openDatabase, type DatabaseConfig } from '../../gateway/db/client';
import { withTransaction } from '../../gateway/db/transaction';
import { post } from '../../gateway/ledger/post';
import { populate } from '../../tests/gateway/crash/population';
import { openGatewayWorld, TRADE_PASSWORD } from '../../tests/gateway/world';
import { sendOk } from '../../tests/support/envelope-client';
import { newVarDir, PROCESS_SECRET, startGateway } from '../../tests/support/gateway-process';
import type { ClientCall } from './load';

/** Above the smallest order, and small beside what each person has. */
const ORDER = { planId: 'd7', amount: '101', tradePassword: TRADE_PASSWORD };
const ORDER_UNITS = 101_000_000n;
/** People per client: their money has to last for the whole run. */
const PEOPLE_PER_CLIENT = 4;

export interface MoneyCalls {
  /** `ledger_post` in a transaction of its own: one journal with two legs. */
  ledgerPost: ClientCall;
  /** The handler with its service, rules, repository and ledger; input and answer parsed. */
  handler: ClientCall;
  /** The same call sealed, over HTTP to a gateway process, and opened. */
  door: ClientCall;
  close(): Promise<void>;
}

async function startDoor(url: string, connections: number) {
  const env = {
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: String(connections),
    ALLOW_NO_SMTP: '1',
    SERVE_APP: '0',
    DEMO: '0',
    GATEWAY_SECRET: PROCESS_SECRET,
    CALLS_PER_MINUTE: '100000000',
    LOG_LEVEL: 'error',
  };
  return startGateway({ from: 'source', varDir: await newVarDir(), env });
}

/** @param url an empty database */
export async function openMoneyCalls(url: string, maxClients: number): Promise<MoneyCalls> {
  const config: DatabaseConfig = { kind: 'postgres', url, maxConnections: maxClients };
  const members = await populate(config, maxClients * PEOPLE_PER_CLIENT);
  const database = await openDatabase(config);
  const world = await openGatewayWorld(database, Date.now());
  const gateway = await startDoor(url, maxClients);
  let turn = 0;
  const memberOf = (client: number) => {
    turn += 1;
    const member = members[client + maxClients * (turn % PEOPLE_PER_CLIENT)];
    if (!member) throw new RangeError(`no member for client ${client}`);
    return member;
  };
  return {
    ledgerPost(client) {
      const owner = memberOf(client).accountId;
      return withTransaction(database, (tx) =>
        post(tx, {
          transferId: `bench:${randomUUID()}`,
          kind: 'custody-place',
          at: Date.now(),
          legs: [
            { account: { owner, kind: 'user_cash', asset: 'USDT' }, amount: -ORDER_UNITS },
            { account: { owner, kind: 'user_custody', asset: 'USDT' }, amount: ORDER_UNITS },
          ],
        }),
      );
    },
    handler: (client) => world.call(memberOf(client), 'createCustodyOrder', ORDER),
    door(client) {
      const { token, accountId } = memberOf(client);
      return sendOk(gateway.origin, 'createCustodyOrder', ORDER, { token, accountId, idempotencyKey: randomUUID() });
    },
    async close() {
      await gateway.stop();
      await rm(gateway.varDir, { recursive: true, force: true });
      await database.close();
    },
  };
}
