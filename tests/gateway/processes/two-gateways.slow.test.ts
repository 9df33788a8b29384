/** Two gateway processes on one PostgreSQL: nothing that matters is in either of them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE } from '../../../contract/envelope';
import { errorCodeOf } from '../../../contract/errors';
import { calls } from '../../../contract/index';
import type { DatabaseConfig } from '../../../gateway/db/client';
import { openAnswer, sealForm, send, sendOk } from '../../support/envelope-client';
import { codeFromMailbox, PROCESS_SECRET, startGateway, type GatewayProcess } from '../../support/gateway-process';
import { madeFolder } from '../../support/made-folder';
import { TRADE_PASSWORD } from '../world';
import { populate, readBooks, type Member } from '../crash/population';
import { freshAddress } from '../identity/world';
import { createDatabase } from '../support/database';

const CALLS_PER_MINUTE = 80;

interface Pair {
  a: GatewayProcess;
  b: GatewayProcess;
}

/** Starts both at the same moment, with one secret and one folder for mail, as two machines with a shared disk have it. */
async function startPair(config: DatabaseConfig, varDir: string): Promise<Pair> {
  const env = {
    DATABASE_URL: config.kind === 'postgres' ? config.url : '',
    GATEWAY_SECRET: PROCESS_SECRET,
    ALLOW_NO_SMTP: '1',
    SERVE_APP: '0',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '1',
    CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
  };
  const start = () => startGateway({ from: 'bundle', varDir, env });
  const [a, b] = await Promise.all([start(), start()]);
  return { a, b };
}

const codeOf = ({ code }: { code: number }) => (code === 200 ? 'ok' : errorCodeOf(code));
const countOf = (codes: readonly unknown[], wanted: string) => codes.filter((code) => code === wanted).length;

describe('two gateways on one database', () => {
  const varDir = madeFolder('pair');
  let config: DatabaseConfig;
  let drop: () => Promise<void>;
  let a: GatewayProcess;
  let b: GatewayProcess;
  let member: Member;

  beforeAll(async () => {
    ({ config, drop } = await createDatabase('postgres'));
    // Both find the database empty, and both want to set it up.
    ({ a, b } = await startPair(config, varDir));
    [member] = (await populate(config, 1)) as [Member];
  });
  afterAll(async () => {
    // Ctrl-C, which ends them cleanly.
    expect(await Promise.all([a.stop('SIGINT'), b.stop('SIGINT')])).toEqual([0, 0]);
    await drop();
  });

  /** Registers at A with the code that either of them sent. */
  async function registered(email: string): Promise<string> {
    const address = freshAddress();
    const [first, second] = [a, b].map((gateway) => /Invitation\s+([A-Z0-9]+)/.exec(gateway.output())?.[1]);
    expect(first).toBe(second);
    const invitationCode = first ?? '';
    await sendOk(a.origin, 'sendRegisterCode', { email, invitationCode }, { address });
    const code = await codeFromMailbox(varDir, email);
    const { ticket } = await sendOk(
      b.origin,
      'checkRegisterInfo',
      { loginName: email, invitationCode, code },
      { address },
    );
    const person = { ticket: ticket ?? '', nickname: 'Lin', password: 'quiet-lapis-77' };
    return (await sendOk(a.origin, 'register', person, { address })).token;
  }

  it('know each other’s sessions, and their end', async () => {
    const address = freshAddress();
    const token = await registered('lin@example.com');
    const atA = await sendOk(a.origin, 'userInfo', {}, { token, address });
    expect(await sendOk(b.origin, 'userInfo', {}, { token, address })).toEqual(atA);
    const login = { loginName: 'lin@example.com', password: 'quiet-lapis-77' };
    const other = await sendOk(b.origin, 'logInByEmail', login, { address });
    await sendOk(b.origin, 'logout', {}, { token, address });
    expect(codeOf(await send(a.origin, 'userInfo', {}, { token, address }))).toBe('unauthorized');
    expect(await sendOk(a.origin, 'userInfo', {}, { token: other.token, address })).toEqual(atA);
  });

  it('refuse a handshake that either of them has seen', async () => {
    const { method, uri } = calls.languages;
    const body = sealForm({ method, uri, headers: {}, params: {} }, Date.now()).toString();
    const post = async ({ origin }: GatewayProcess) => {
      const response = await fetch(`${origin}/api/${DEFAULT_PROFILE.gatewayId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': freshAddress() },
        body,
      });
      return codeOf(openAnswer((await response.json()) as { code: number; handshake: string; data: string }));
    };
    expect(await post(a)).toBe('ok');
    expect(await post(b)).toBe('replayed');
    expect(await post(a)).toBe('replayed');
  });

  it('count wrong passwords together', async () => {
    // Either gateway alone would look at three of them at once. Together they look at three, and on a machine so slow that the
    // waits of 2 and 4 s are over meanwhile, at up to two more: after five it takes a captcha.
    const tries = Array.from({ length: 12 }, (_, n) =>
      send(
        (n % 2 ? a : b).origin,
        'logInByEmail',
        { loginName: 'nobody@example.com', password: `wrong-${n}` },
        { address: freshAddress() },
      ),
    );
    const codes = (await Promise.all(tries)).map(codeOf);
    const looked = codes.filter((code) => code === 'wrong-credentials');
    const refused = codes.filter((code) => code === 'rate-limited' || code === 'captcha-required');
    expect([...looked, ...refused].sort()).toEqual(codes.sort());
    expect(looked.length, codes.join()).toBeGreaterThanOrEqual(3);
    expect(looked.length, codes.join()).toBeLessThanOrEqual(5);
  });

  it('limit the requests of one address together', async () => {
    const address = freshAddress();
    const burst = Array.from({ length: CALLS_PER_MINUTE + 10 }, (_, n) =>
      send((n % 2 ? a : b).origin, 'languages', {}, { address }),
    );
    const codes = (await Promise.all(burst)).map(codeOf);
    expect(countOf(codes, 'ok')).toBe(CALLS_PER_MINUTE);
    expect(countOf(codes, 'rate-limited')).toBe(10);
    expect(codeOf(await send(a.origin, 'languages', {}, { address: freshAddress() }))).toBe('ok');
  });

  it('carry out one order for one key, sent to both at once', async () => {
    const ROUNDS = 8;
    const input = { planId: 'd30', amount: '150', tradePassword: TRADE_PASSWORD };
    const options = { token: member.token, accountId: member.accountId, address: freshAddress() };
    const answers = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const idempotencyKey = randomUUID();
      const both = [a, b, a, b].map(({ origin }) =>
        sendOk(origin, 'createCustodyOrder', input, { ...options, idempotencyKey }),
      );
      const [first, ...others] = await Promise.all(both);
      for (const other of others) expect(other).toEqual(first);
      answers.push(first?.order.id);
    }
    expect(new Set(answers).size).toBe(ROUNDS);
    const books = await readBooks(config);
    expect(books.findings).toEqual([]);
    expect(books.perUser.get(member.userId)).toEqual({ orders: ROUNDS, keys: ROUNDS, journals: ROUNDS });
  });
});
