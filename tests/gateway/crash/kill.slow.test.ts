/**
 * The gateway is killed (SIGKILL) at random moments under clients that do money calls with retries (2,000 calls in a long run). Afterwards
 * every intent has taken effect exactly once and the books are in order, on both databases.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { DatabaseConfig } from '../../../gateway/db/client';
import { send } from '../../support/envelope-client';
import { layDatabaseInto } from '../../support/database-image';
import { freePort } from '../../support/free-port';
import { newVarDir, PROCESS_SECRET, startGateway, type GatewayProcess } from '../../support/gateway-process';
import { IS_LONG, randomOf } from '../../support/seed';
import { TRADE_PASSWORD } from '../world';
import { createDatabase, type DatabaseKind } from '../support/database';
import { populate, readBooks, type Member } from './population';

const CLIENTS = IS_LONG ? 20 : 8;
const CALLS_PER_CLIENT = IS_LONG ? 100 : 12;
const KILLS = IS_LONG ? 5 : 2;
const random = randomOf('killed under load');

interface Run {
  config: DatabaseConfig;
  start(): Promise<GatewayProcess>;
  drop(): Promise<void>;
}

async function prepare(kind: DatabaseKind): Promise<Run> {
  const varDir = await newVarDir();
  const port = await freePort();
  const { config, drop } =
    kind === 'embedded'
      ? { config: { kind, folder: varDir }, drop: async () => undefined }
      : await createDatabase(kind);
  if (kind === 'embedded') await layDatabaseInto(varDir);
  const env = {
    SERVE_APP: '0',
    DEMO: '0',
    CALLS_PER_MINUTE: '100000000',
    LOG_LEVEL: 'error',
    GATEWAY_SECRET: PROCESS_SECRET,
    ...(config.kind === 'postgres' && { DATABASE_URL: config.url, ALLOW_NO_SMTP: '1' }),
  };
  return { config, drop, start: () => startGateway({ from: 'bundle', varDir, port, env }) };
}

class Refused extends Error {}

/**
 * Sends the same intent until an answer says that it was done. A refusal would be a fault of the test's set-up.
 * @returns the order's id
 */
async function untilDone(origin: string, { token, accountId }: Member, idempotencyKey: string): Promise<string> {
  const input = { planId: 'd7', amount: '101.5', tradePassword: TRADE_PASSWORD };
  for (;;) {
    try {
      const answer = await send(origin, 'createCustodyOrder', input, { token, accountId, idempotencyKey });
      if (answer.code === 200) return answer.data.order.id;
      if (answer.code !== 503 && answer.code !== 500)
        throw new Refused(`${answer.code} ${JSON.stringify(answer.data)}`);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    // The gateway is down or coming up, with little to spare for those who ask; the intent is the same however often it is sent.
    await delay(100 + random() * 400);
  }
}

describe.each(['embedded', 'postgres'] as const)('a gateway that is killed under load (%s)', (kind) => {
  it('carries out every acknowledged call exactly once', { timeout: 1_500_000 }, async () => {
    const run = await prepare(kind);
    const members = await populate(run.config, CLIENTS);
    let gateway = await run.start();
    const { origin } = gateway;
    const acknowledged = new Map<string, string>();
    let done = 0;

    const client = async (member: Member): Promise<void> => {
      for (let n = 0; n < CALLS_PER_CLIENT; n += 1) {
        const key = randomUUID();
        acknowledged.set(key, await untilDone(origin, member, key));
        done += 1;
      }
    };

    /** Kills after a random share of the work, so that fast and slow machines are hit in the middle alike. */
    const killer = async (): Promise<void> => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const at = ((kill - random()) / (KILLS + 1)) * CLIENTS * CALLS_PER_CLIENT;
        while (done < at) await delay(2);
        await gateway.stop('SIGKILL');
        gateway = await run.start();
      }
    };

    await Promise.all([killer(), ...members.map(client)]);

    // A last retry of an intent after everything: still the first answer.
    const [again] = members as [Member];
    const key = randomUUID();
    const answer = await untilDone(origin, again, key);
    expect(await untilDone(origin, again, key)).toBe(answer);
    acknowledged.set(key, answer);
    await gateway.stop('SIGKILL');

    const books = await readBooks(run.config);
    expect(books.findings).toEqual([]);
    expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
    expect([...acknowledged.keys()].filter((one) => !books.answeredKeys.has(one))).toEqual([]);
    for (const member of members) {
      const expected = CALLS_PER_CLIENT + (member === again ? 1 : 0);
      expect(books.perUser.get(member.userId)).toEqual({ orders: expected, keys: expected, journals: expected });
    }
    await run.drop();
  });
});
