/** The gateway as a process of its own: how it starts, refuses to start, and closes; and what it takes from its environment. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeFolder } from '../../support/made-folder';
import { DEFAULT_PROFILE, MAX_ENVELOPE_BYTES, MAX_UPLOAD_BYTES } from '../../../contract/envelope';
import { layDatabaseInto } from '../../support/database-image';
import { codeFromMailbox, startGateway, type GatewayProcess } from '../../support/gateway-process';
import { openAnswer, sendOk } from '../../support/envelope-client';
import { readStream, STREAM_DOOR, streamRequest } from '../../support/live-client';
import { beginDemo, saveProgress } from '../../../gateway/demo/repo';
import { readEnvironment, StartError } from '../../../gateway/environment';
import { openDeps, prepareVarDir } from '../../../gateway/open-deps';

const START_MS = 300_000;
/** The doors alone: these tests do not wait for a build of the app. */
const DOORS = { SERVE_APP: '0', LOCAL_CHAIN: '0' };

/** One life, told in order: starting a database costs seconds. */
describe('a gateway from start to end', () => {
  const varDir = madeFolder('start');
  let gateway: GatewayProcess;
  let token: string;
  beforeAll(async () => {
    // Its database has demo data from an earlier start, which had them on.
    await layDatabaseInto(varDir);
    const opened = await openDeps(readEnvironment({ VAR_DIR: varDir, DEMO: '1', LOG_LEVEL: 'silent' }));
    expect(opened.deps).toMatchObject({ isDemo: false, givesDemoCredit: true });
    await beginDemo(opened.deps.db.db, Date.now());
    await saveProgress(opened.deps.db.db, { completedAt: Date.now() });
    await opened.close();
    gateway = await startGateway({ from: 'bundle', varDir, env: { ...DOORS, DEMO: '0' } });
  }, START_MS);
  afterAll(() => gateway.stop());

  it('prints where it is, the invitation code, where mail goes, and that demo data stay labelled', () => {
    const printed = gateway.output();
    expect(printed).toContain(`${gateway.origin}/`);
    expect(printed).toMatch(/Invitation\s+[A-Z2-9]{8}\n/);
    expect(printed).toContain(join(varDir, 'outbox'));
    expect(printed).toContain('/dev/mailbox');
    expect(printed).toContain('for trying out');
    expect(printed).toMatch(/Demo data\s+is in this database/);
  });

  it('takes a stranger from the printed invitation code to an open session, and gives no demo credit', async () => {
    const { origin } = gateway;
    const email = 'stranger@example.com';
    const invitationCode = /Invitation\s+([A-Z2-9]{8})/.exec(gateway.output())?.[1] ?? '';
    await sendOk(origin, 'sendRegisterCode', { email, invitationCode });
    const code = await codeFromMailbox(varDir, email);
    const { ticket } = await sendOk(origin, 'checkRegisterInfo', { loginName: email, invitationCode, code });
    const registration = { ticket: ticket ?? '', nickname: 'Stranger', password: 'Tr1cky-Kelp' };
    ({ token } = await sendOk(origin, 'register', registration));
    expect(await sendOk(origin, 'userInfo', {}, { token })).toMatchObject({ nickname: 'Stranger' });
    const listed = (await (await fetch(`${origin}/dev/mailbox`)).json()) as { messages: { to: string }[] };
    expect(listed.messages).toMatchObject([{ to: email, text: expect.stringMatching(/[0-9]{6}/) }]);
    expect(await sendOk(origin, 'config', {})).toMatchObject({ isDemo: true });
    expect(await sendOk(origin, 'assets', {}, { token })).toMatchObject({ totalUsdt: '0.000000' });
  });

  it.each([
    [DEFAULT_PROFILE.gatewayId, 2 * MAX_ENVELOPE_BYTES, 413],
    [DEFAULT_PROFILE.gatewayId, 40 * MAX_ENVELOPE_BYTES, 413],
    [DEFAULT_PROFILE.uploadId, MAX_UPLOAD_BYTES, 401],
  ])('lets a client read why its body is refused: %s, %d bytes', async (id, bytes, code) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${gateway.origin}/api/${id}`, { method: 'POST', headers, body: 'x'.repeat(bytes) });
    expect(openAnswer((await response.json()) as Parameters<typeof openAnswer>[0]).code).toBe(code);
  });

  it('ends cleanly on SIGTERM, and ends the streams of those who listen', async () => {
    const stream = readStream(
      await fetch(`${gateway.origin}${STREAM_DOOR}`, streamRequest({ token, nowMs: Date.now() })),
    );
    expect((await stream.next())?.code).toBe(200);
    const stopped = gateway.stop('SIGTERM');
    expect(await stream.next()).toBeNull();
    expect(await stopped).toBe(0);
    expect(existsSync(join(varDir, 'db.lock'))).toBe(false);
  });
});

describe('the folder of the data', () => {
  const file = join(madeFolder('start'), 'a-file');
  writeFileSync(file, '');

  it.each([
    join(file, 'var'),
    // Making a folder fails here as if the parent were missing, and the last one is there but takes no file.
    ...(existsSync('/proc/self') ? ['/proc/rab/var', '/proc'] : []),
  ])('is told in one sentence when it cannot be written: %s', async (folder) => {
    const told = await prepareVarDir(folder).catch((error: unknown) => error);
    expect(told).toBeInstanceOf(StartError);
    expect((told as StartError).message).toMatch(/^The folder \S+ cannot be written: .*\.$/);
  });
});

describe('environment', () => {
  it('wants SMTP with PostgreSQL, and has no demo data there', () => {
    expect(() => readEnvironment({ DATABASE_URL: 'postgres://127.0.0.1/rab' })).toThrow(/SMTP_URL/);
    const env = readEnvironment({
      DATABASE_URL: 'postgres://127.0.0.1/rab',
      SMTP_URL: 'smtp://127.0.0.1:25',
      DEMO: '1',
    });
    expect(env.demo).toBe(false);
  });

  const CHAIN = {
    CHAIN_BEP20_RPC: 'https://node.example/h1dden',
    CHAIN_BEP20_TOKEN: `0x${'12'.repeat(20)}`,
    CHAIN_BEP20_XPUB: `xpub${'A'.repeat(107)}`,
  };
  const POSTGRES = { DATABASE_URL: 'postgres://127.0.0.1/rab', SMTP_URL: 'smtp://127.0.0.1:25' };

  it('takes real deposits with PostgreSQL only, and then has no test network', () => {
    expect(readEnvironment({})).toMatchObject({ bep20: null, trc20: null, localChain: true });
    expect(readEnvironment({ ...POSTGRES, ...CHAIN, CHAIN_BEP20_FALLBACK_RPC: 'https://other.example' })).toMatchObject(
      {
        bep20: { urls: [CHAIN.CHAIN_BEP20_RPC, 'https://other.example'], chainId: '56', startBlock: null },
        localChain: false,
      },
    );
    expect(() => readEnvironment(CHAIN)).toThrow(/^CHAIN_BEP20_RPC is set but DATABASE_URL is not/);
    expect(() => readEnvironment({ CHAIN_TRC20_URL: 'https://node.example' })).toThrow(/^CHAIN_TRC20_URL is set but/);
    const { CHAIN_BEP20_XPUB: _xpub, ...part } = CHAIN;
    expect(() => readEnvironment({ ...POSTGRES, ...part })).toThrow(/needs CHAIN_BEP20_TOKEN and CHAIN_BEP20_XPUB/);
  });

  it('takes the key of withdrawals from the environment or a file, and tells nothing of it', () => {
    const key = 'ab'.repeat(32);
    const hotKey = (more: Record<string, string>) => readEnvironment({ ...POSTGRES, ...CHAIN, ...more }).bep20?.hotKey;
    expect(hotKey({})).toBeNull();
    expect(hotKey({ CHAIN_BEP20_HOT_KEY: `0x${key.toUpperCase()}` })).toBe(`0x${key}`);
    const file = join(madeFolder('hot-key'), 'key');
    writeFileSync(file, `${key}\n`);
    expect(hotKey({ CHAIN_BEP20_HOT_KEY_FILE: file })).toBe(`0x${key}`);
    expect(() => hotKey({ CHAIN_BEP20_HOT_KEY: key, CHAIN_BEP20_HOT_KEY_FILE: file })).toThrow(/not both/);
    writeFileSync(file, `h1dden${key}`);
    expect(() => hotKey({ CHAIN_BEP20_HOT_KEY_FILE: file })).toThrow(/must hold a private key of 64 hex/);
    expect(() => hotKey({ CHAIN_BEP20_HOT_KEY_FILE: file })).not.toThrow(/h1dden|abab/);
    expect(() => hotKey({ CHAIN_BEP20_HOT_KEY_FILE: `${file}.none` })).toThrow(/cannot be read/);
  });

  it.each([
    ['CHAIN_BEP20_HOT_KEY', 'h1dden'],
    ['CHAIN_BEP20_RPC', 'h1dden'],
    ['CHAIN_BEP20_XPUB', 'xprv9s21h1dden'],
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://h1dden@host/db'],
    ['SMTP_URL', 'h1dden'],
    ['DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['GATEWAY_SECRET', 'h1dden'],
  ])('names %s when it is %s, and not its value', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} must be `));
    expect(() => readEnvironment({ [name]: value })).not.toThrow(/h1dden/);
  });
});
