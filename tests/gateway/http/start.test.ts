/** The gateway as a process of its own: how it starts, refuses to start, and closes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeFolder } from '../../support/made-folder';
import { DEFAULT_PROFILE, MAX_ENVELOPE_BYTES, MAX_UPLOAD_BYTES, UPLOAD_URI } from '../../../contract/envelope';
import { layDatabaseInto } from '../../support/database-image';
import { freePort } from '../../support/free-port';
import { codeFromMailbox, COMMANDS, startGateway, type GatewayProcess } from '../../support/gateway-process';
import { openAnswer, sealForm, sendOk } from '../../support/envelope-client';
import { readStream, STREAM_DOOR, streamRequest } from '../../support/live-client';
import { beginDemo, saveProgress } from '../../../gateway/demo/repo';
import { readEnvironment } from '../../../gateway/environment';
import { openDeps } from '../../../gateway/open-deps';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START_MS = 300_000;
/** Whoever refuses does so at once; this is for a slow machine. */
const REFUSE_MS = 150_000;
/** The doors alone: these tests do not wait for a build of the app. */
const DOORS = { SERVE_APP: '0', LOCAL_CHAIN: '0' };

const QUIET = { ...DOORS, DEMO: '0' };

interface Exit {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a gateway that is expected to refuse. */
async function runToExit(env: Record<string, string>): Promise<Exit> {
  const child = spawn(process.execPath, COMMANDS.bundle, {
    cwd: ROOT,
    env: { ...process.env, ...DOORS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: REFUSE_MS,
    killSignal: 'SIGKILL',
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, ...printed };
}

function expectOneSentence(exit: Exit, saying: RegExp): void {
  expect(exit.stderr).toMatch(saying);
  expect(exit.stderr.trim().split('\n')).toHaveLength(1);
  expect(exit.stderr).not.toMatch(/\bat .*\.ts:/);
  expect(exit.stdout).toBe('');
  expect(exit.code).toBe(1);
}

/** Registers through the calls and the mailbox, as a stranger would. */
async function registered({ origin, varDir }: GatewayProcess, invitationCode: string, email: string): Promise<string> {
  await sendOk(origin, 'sendRegisterCode', { email, invitationCode });
  const code = await codeFromMailbox(varDir, email);
  const { ticket } = await sendOk(origin, 'checkRegisterInfo', { loginName: email, invitationCode, code });
  const registration = { ticket: ticket ?? '', nickname: 'Stranger', password: 'Tr1cky-Kelp' };
  return (await sendOk(origin, 'register', registration)).token;
}

const folder = () => madeFolder('start');

/** One life, told in order: starting a database costs seconds. */
describe('a gateway from start to end', () => {
  let gateway: GatewayProcess;
  beforeAll(async () => {
    gateway = await startGateway({ from: 'bundle', varDir: madeFolder('start'), env: QUIET });
  }, START_MS);
  afterAll(() => gateway.stop());

  it('prints where it is, the invitation code, and where mail goes', () => {
    const printed = gateway.output();
    expect(printed).toContain(`${gateway.origin}/`);
    expect(printed).toMatch(/Invitation\s+[A-Z2-9]{8}\n/);
    expect(printed).toContain(join(gateway.varDir, 'outbox'));
    expect(printed).toContain('/dev/mailbox');
    expect(printed).toContain('for trying out');
    expect(printed).not.toContain('Demo login');
  });

  it('takes a stranger from the printed invitation code to an open session', async () => {
    const invitationCode = /Invitation\s+([A-Z2-9]{8})/.exec(gateway.output())?.[1] ?? '';
    const token = await registered(gateway, invitationCode, 'stranger@example.com');
    expect(await sendOk(gateway.origin, 'userInfo', {}, { token })).toMatchObject({ nickname: 'Stranger' });
    const listed = (await (await fetch(`${gateway.origin}/dev/mailbox`)).json()) as { messages: { to: string }[] };
    expect(listed.messages).toMatchObject([{ to: 'stranger@example.com', text: expect.stringMatching(/[0-9]{6}/) }]);
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

  it('takes an image through a real connection', async () => {
    const invitationCode = /Invitation\s+([A-Z2-9]{8})/.exec(gateway.output())?.[1] ?? '';
    const token = await registered(gateway, invitationCode, 'painter@example.com');
    const form = new FormData();
    const inner = { method: 'POST', uri: UPLOAD_URI, headers: {}, params: {} };
    for (const [name, value] of sealForm(inner, Date.now())) form.append(name, value);
    const image = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c33' } })
      .webp()
      .toBuffer();
    form.append('file', new Blob([new Uint8Array(image)]), 'a.webp');
    const door = `${gateway.origin}/api/${DEFAULT_PROFILE.uploadId}`;
    const response = await fetch(door, { method: 'POST', body: form, headers: { authorization: token } });
    const answer = openAnswer((await response.json()) as Parameters<typeof openAnswer>[0]);
    expect(answer).toMatchObject({ code: 200, data: { width: 30, height: 20 } });
  });

  it('refuses a second one on its folder, and goes on', async () => {
    const exit = await runToExit({ VAR_DIR: gateway.varDir, PORT: String(await freePort()) });
    expectOneSentence(exit, /data folder .* is in use by the running process \d+/);
    expect((await fetch(`${gateway.origin}/readyz`)).status).toBe(200);
  });

  it('refuses a second one on its port, before any data is made', async () => {
    const varDir = folder();
    const exit = await runToExit({ VAR_DIR: varDir, PORT: new URL(gateway.origin).port });
    expectOneSentence(exit, /Port \d+ on 127\.0\.0\.1 is in use/);
    expect(readdirSync(varDir)).toEqual([]);
  });

  it(
    'ends cleanly on Ctrl-C and has everything at the next start, ends cleanly on SIGTERM',
    async () => {
      const { varDir } = gateway;
      const invitation = /Invitation\s+([A-Z2-9]{8})/.exec(gateway.output())?.[1];
      expect(await gateway.stop('SIGINT')).toBe(0);
      expect(existsSync(join(varDir, 'db.lock'))).toBe(false);
      gateway = await startGateway({ from: 'bundle', varDir, env: QUIET });
      expect(gateway.output()).toContain(invitation);
      expect(await sendOk(gateway.origin, 'config', {})).toMatchObject({ isDemo: false });
      // Somebody listens to live changes: their stream ends as it should, and nothing waits for them to go.
      const token = await registered(gateway, invitation ?? '', 'listener@example.com');
      const request = streamRequest({ token, nowMs: Date.now() });
      const stream = readStream(await fetch(`${gateway.origin}${STREAM_DOOR}`, request));
      expect((await stream.next())?.code).toBe(200);
      const stopped = gateway.stop('SIGTERM');
      expect(await stream.next()).toBeNull();
      expect(await stopped).toBe(0);
      expect(existsSync(join(varDir, 'db.lock'))).toBe(false);
    },
    START_MS,
  );

  it('does not start with another secret than the one that its database knows', async () => {
    writeFileSync(join(gateway.varDir, 'secret'), Buffer.alloc(32, 1));
    const exit = await runToExit({ VAR_DIR: gateway.varDir, PORT: String(await freePort()) });
    expectOneSentence(exit, /set up with another secret/);
  });
});

describe('a gateway on a database with demo data, started without', () => {
  it(
    'keeps the label and gives no credit',
    async () => {
      const varDir = folder();
      await layDatabaseInto(varDir);
      const opened = await openDeps(readEnvironment({ VAR_DIR: varDir, DEMO: '1' }));
      expect(opened.deps).toMatchObject({ isDemo: false, givesDemoCredit: true });
      await beginDemo(opened.deps.db.db, Date.now());
      await saveProgress(opened.deps.db.db, { completedAt: Date.now() });
      await opened.close();
      const gateway = await startGateway({ from: 'bundle', varDir, env: QUIET });
      try {
        expect(gateway.output()).toMatch(/Demo data\s+is in this database/);
        expect(await sendOk(gateway.origin, 'config', {})).toMatchObject({ isDemo: true });
        const invitationCode = /Invitation\s+([A-Z2-9]{8})/.exec(gateway.output())?.[1] ?? '';
        const token = await registered(gateway, invitationCode, 'late@example.com');
        expect(await sendOk(gateway.origin, 'assets', {}, { token })).toMatchObject({ totalUsdt: '0.000000' });
      } finally {
        await gateway.stop();
      }
    },
    START_MS,
  );
});

describe('a gateway that cannot start', () => {
  it('says that its folder cannot be written', async () => {
    const file = join(folder(), 'a-file');
    writeFileSync(file, '');
    const exit = await runToExit({ VAR_DIR: join(file, 'var'), PORT: String(await freePort()) });
    expectOneSentence(exit, /folder .* cannot be written/);
  });

  it.runIf(existsSync('/proc/self'))(
    'says so too where making a folder fails as if the parent were missing',
    async () => {
      const exit = await runToExit({ VAR_DIR: '/proc/rab/var', PORT: String(await freePort()) });
      expectOneSentence(exit, /folder \/proc\/rab\/var cannot be written/);
    },
  );

  it.runIf(existsSync('/proc/self'))('says so too where the folder is there and takes no file', async () => {
    const exit = await runToExit({ VAR_DIR: '/proc', PORT: String(await freePort()) });
    expectOneSentence(exit, /folder \/proc cannot be written/);
  });

  it('says that the database cannot be reached, and never its password', async () => {
    const port = await freePort();
    const varDir = folder();
    const exit = await runToExit({
      VAR_DIR: varDir,
      PORT: String(await freePort()),
      DATABASE_URL: `postgres://user:h1dden@127.0.0.1:${port}/rab`,
      ALLOW_NO_SMTP: '1',
    });
    expectOneSentence(exit, /database at 127\.0\.0\.1:\d+\/rab cannot be used/);
    expect(exit.stderr).not.toContain('h1dden');
    expect(existsSync(join(varDir, 'db'))).toBe(false);
  });

  it('wants SMTP with PostgreSQL', async () => {
    const exit = await runToExit({ VAR_DIR: folder(), DATABASE_URL: 'postgres://127.0.0.1/rab' });
    expectOneSentence(exit, /SMTP_URL/);
  });

  it('leaves a data folder alone that it cannot read, and frees the port that it had bound', async () => {
    const varDir = folder();
    const port = await freePort();
    writeFileSync(join(varDir, 'db'), 'not a database');
    const exit = await runToExit({ VAR_DIR: varDir, PORT: String(port) });
    expectOneSentence(exit, /data folder .* cannot be used/);
    expect(readFileSync(join(varDir, 'db'), 'utf8')).toBe('not a database');
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  });
});

describe('environment', () => {
  it('has a default for everything, on loopback and embedded', () => {
    expect(readEnvironment({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      demo: true,
      serveApp: true,
    });
    expect(readEnvironment({ VAR_DIR: '/data' })).toMatchObject({
      releasesDir: '/data/releases',
      releaseKeyFile: '/data/release-key.pem',
    });
    const moved = readEnvironment({ RELEASES_DIR: '/shared', RELEASE_KEY_FILE: '/safe/key.pem' });
    expect(moved).toMatchObject({ releasesDir: '/shared', releaseKeyFile: '/safe/key.pem' });
    expect(readEnvironment({ PORT: '', DEMO: '0' })).toMatchObject({ port: 8080, demo: false });
  });

  it('has no demo data with PostgreSQL', () => {
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
