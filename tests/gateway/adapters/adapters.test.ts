import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { madeFolder } from '../../support/made-folder';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { limiter, OverloadError } from '../../../gateway/adapters/concurrency';
import { createLogger, type LogFields } from '../../../gateway/adapters/log';
import { localMailbox, smtpMailer } from '../../../gateway/adapters/mail';
import { parseMailFile } from '../../../gateway/adapters/mail-file';
import { argon2Hasher } from '../../../gateway/adapters/password-hasher';
import { httpSmsSender, localSmsOutbox } from '../../../gateway/adapters/sms';

const folder = () => madeFolder('adapters');
const clock = { now: () => Date.UTC(2026, 10, 21, 9) };
const FROM = 'RAB <no-reply@rab.invalid>';

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('ids', () => {
  it('have the shapes that the contract asks for, and do not repeat', () => {
    const many = Array.from({ length: 2000 }, () => secureIds.token());
    expect(new Set(many).size).toBe(2000);
    expect(many.every((token) => /^[A-Za-z0-9_-]{43}$/.test(token))).toBe(true);
    expect(secureIds.digits(6)).toMatch(/^[0-9]{6}$/);
    expect(secureIds.invitationCode()).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(secureIds.handshake()).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(secureIds.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('log', () => {
  function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
    const lines: string[] = [];
    write(createLogger('debug', { write: (line) => lines.push(line) }));
    return lines.join('');
  }

  it('keeps the fields of the list and drops every other', () => {
    const fields = { requestId: 'r1', call: 'assets', token: 'secret-token', params: { password: 'x' } } as LogFields;
    const line = JSON.parse(logged((log) => log.info('call', fields))) as Record<string, unknown>;
    expect(line).toMatchObject({ event: 'call', requestId: 'r1', call: 'assets' });
    expect(Object.keys(line).sort()).toEqual(['call', 'event', 'level', 'requestId', 'time']);
  });

  it('tells an error’s kind and place, and not the values in its text', () => {
    const cause = Object.assign(new Error('duplicate key "someone@example.com"'), {
      code: '23505',
      constraint: 'users_email',
    });
    const error = new Error('Failed query: insert … params: someone@example.com,Pa55word', { cause });
    const text = logged((log) => log.error('call-failed', { error }));
    expect(text).toContain('23505');
    expect(text).toContain('users_email');
    expect(text).toContain('adapters.test.ts');
    expect(text).not.toMatch(/someone|Pa55word/);
    const token = secureIds.token();
    expect(logged((log) => log.error('x', { error: new Error(`bad token ${token} code 123456`) }))).not.toMatch(
      new RegExp(`${token}|123456`),
    );
  });
});

describe('mail', () => {
  const mail = {
    to: 'someone@example.com',
    subject: '您的验证码',
    text: '验证码：135790\n十分钟内有效。',
    lang: 'CN',
  } as const;

  it('goes into the local mailbox as one whole message that only its owner can read', async () => {
    const outbox = join(folder(), 'outbox');
    await localMailbox(outbox, FROM, clock, secureIds).send(mail);
    const [name = '', ...more] = readdirSync(outbox);
    expect(more).toEqual([]);
    expect(name).toMatch(/^2026-11-21T09-00-00\.000Z-[0-9a-f]{8}\.eml$/);
    expect(statSync(join(outbox, name)).mode & 0o077).toBe(0);
    const content = readFileSync(join(outbox, name), 'utf8');
    expect(content).toContain('Content-Language: zh-Hans');
    expect(parseMailFile(content)).toEqual({ to: mail.to, subject: mail.subject, text: mail.text });
  });

  it('goes out by SMTP, and fails when the server refuses', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('refused') ? new Error('no such user') : null),
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, FROM);
    closing.push(
      () => mailer.close(),
      () => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    await mailer.send(mail);
    expect(parseMailFile(received[0]?.replaceAll('\r\n', '\n') ?? '')).toMatchObject({
      to: mail.to,
      subject: mail.subject,
    });
    await expect(mailer.send({ ...mail, to: 'refused@example.com' })).rejects.toThrow();
  });
});

describe('SMS', () => {
  const sms = { to: '13800000000', text: 'code 135790', lang: 'EN' } as const;

  it('goes into the local mailbox', async () => {
    const outbox = folder();
    await localSmsOutbox(outbox, clock, secureIds).send(sms);
    const [name = ''] = readdirSync(outbox);
    expect(JSON.parse(readFileSync(join(outbox, name), 'utf8'))).toEqual({ ...sms, sentAt: clock.now() });
  });

  it('is posted to the gateway with its credentials, and fails when that does not take it', async () => {
    let status = 202;
    const requests: { body: string; authorization: string | undefined }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push({ body, authorization: request.headers.authorization });
        response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => new Promise<void>((resolve) => void server.close(() => resolve())));
    const sender = httpSmsSender(`http://user:pass%3A1@127.0.0.1:${(server.address() as AddressInfo).port}/send`);
    await sender.send(sms);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ ...sms, to: '+8613800000000' });
    expect(requests[0]?.authorization).toBe(`Basic ${Buffer.from('user:pass:1').toString('base64')}`);
    status = 500;
    await expect(sender.send(sms)).rejects.toThrow('answered 500');
  });
});

describe('files', () => {
  const SECRET = new Uint8Array(32).fill(3);
  const OTHER = new Uint8Array(32).fill(4);

  it('come back as they were put, under a name of no meaning', async () => {
    const root = folder();
    const store = localFileStore(root, secureIds, fileSeal(SECRET));
    const path = await store.put(new Uint8Array([1, 2, 3]), 'png');
    expect(path).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}\.png$/);
    expect([...(await store.read(path))]).toEqual([1, 2, 3]);
    await store.remove(path);
    await expect(store.read(path)).rejects.toThrow('ENOENT');
  });

  it('lie on the disk sealed, bound to their name, and open with their own secret alone', async () => {
    const root = folder();
    const store = localFileStore(root, secureIds, fileSeal(SECRET));
    const content = new TextEncoder().encode('a passport, '.repeat(50));
    const [one, two] = [await store.put(content, 'png'), await store.put(content, 'png')];
    const stored = readFileSync(join(root, one));
    expect(stored.includes('passport')).toBe(false);
    expect(stored.equals(readFileSync(join(root, two)))).toBe(false);
    await expect(localFileStore(root, secureIds, fileSeal(OTHER)).read(one)).rejects.toThrow('another secret');
    writeFileSync(join(root, two), stored);
    await expect(store.read(two)).rejects.toThrow();
    stored[stored.length - 1]! ^= 1;
    writeFileSync(join(root, one), stored);
    await expect(store.read(one)).rejects.toThrow();
  });

  it('from before they were sealed are read, and sealed once', async () => {
    const root = folder();
    const store = localFileStore(root, secureIds, fileSeal(SECRET));
    const paths = await Promise.all([1, 2, 3].map((n) => store.put(new Uint8Array([n]), 'jpg')));
    for (const [n, path] of paths.slice(1).entries()) writeFileSync(join(root, path), Buffer.from([0xff, 0xd8, n]));
    expect([...(await store.read(paths[2]!))]).toEqual([0xff, 0xd8, 1]);
    let looked = 0;
    expect(await store.resealAll(undefined, () => (looked += 1) > 2)).toBeLessThan(3);
    await store.resealAll();
    expect(await store.resealAll()).toBe(0);
    for (const path of paths) expect(readFileSync(join(root, path)).subarray(0, 4).toString()).toBe('RABF');
    expect([...(await store.read(paths[2]!))]).toEqual([0xff, 0xd8, 1]);
    const moved = localFileStore(root, secureIds, fileSeal(OTHER));
    expect(await moved.resealAll(fileSeal(SECRET))).toBe(3);
    expect([...(await moved.read(paths[0]!))]).toEqual([1]);
  });

  it.each(['../secret', '/etc/passwd', 'aa/../../secret', 'aa/x.png', ''])(
    'are read from nowhere else: %s',
    async (path) => {
      await expect(localFileStore(folder(), secureIds, fileSeal(SECRET)).read(path)).rejects.toThrow(RangeError);
    },
  );
});

describe('passwords', () => {
  const fast = { memoryKiB: 64, passes: 1, maxRunning: 2, maxWaiting: 4 };

  it('are argon2id with a salt of their own', async () => {
    const hasher = argon2Hasher(fast);
    const [one, two] = await Promise.all([hasher.hash('Tr1cky'), hasher.hash('Tr1cky')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(one).not.toBe(two);
    expect(await hasher.verify(one, 'Tr1cky')).toBe(true);
    expect(await hasher.verify(one, 'tr1cky')).toBe(false);
    await expect(hasher.dummyVerify('anything')).resolves.toBeUndefined();
  });

  it('of strangers wait in a lane of their own: a flood of guesses holds up nobody else', async () => {
    const hasher = argon2Hasher({ ...fast, maxRunning: 1, maxWaiting: 3, maxStrangersWaiting: 5 });
    const stored = await hasher.hash('Tr1cky');
    await hasher.dummyVerify('prepares what it verifies against');
    const order: string[] = [];
    const strangers = Array.from({ length: 20 }, async () => {
      await hasher.verify(stored, 'wrong', 'stranger');
      order.push('stranger');
    });
    const unknown = hasher.dummyVerify('wrong', 'stranger');
    const owner = hasher.verify(stored, 'Tr1cky').then((isRight) => order.push(isRight ? 'owner' : 'wrong'));
    const ended = await Promise.allSettled([...strangers, unknown]);
    await owner;
    // One running and five waiting; the rest is turned away, also for a name that nobody has.
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    for (const one of ended) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(OverloadError);
    expect(order.indexOf('owner')).toBeLessThanOrEqual(1);
  });

  it('do not hold up the event loop', async () => {
    const hasher = argon2Hasher({ memoryKiB: 32_768, passes: 3, maxRunning: 2, maxWaiting: 4 });
    let isDone = false;
    const hashing = hasher.hash('Tr1cky').then(() => (isDone = true));
    let turns = 0;
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await hashing;
    expect(turns).toBeGreaterThan(10);
  });
});

describe('limiter', () => {
  it('runs so many at once, lets so many wait, and turns the rest away', async () => {
    const limited = limiter(2, 2);
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const work = () =>
      limited(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((open) => gates.push(open));
        running -= 1;
      });
    const accepted = [work(), work(), work(), work()];
    await expect(work()).rejects.toThrow(OverloadError);
    while (gates.length > 0) {
      gates.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(accepted);
    expect(most).toBe(2);
    await expect(limited(async () => 'free again')).resolves.toBe('free again');
  });
});
