import { once } from 'node:events';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localMailbox } from '../../../gateway/adapters/mail';
import { localSmsOutbox } from '../../../gateway/adapters/sms';
import { listedMailbox } from '../../../gateway/http/dev-mailbox';
import { listen, type ListeningServer } from '../../../gateway/http/listen';
import { madeFolder } from '../../support/made-folder';
import { describeOnDatabase } from '../support/database';
import { openTestGateway, type TestGateway } from './test-gateway';

const MAIL = {
  to: 'someone@example.com',
  subject: '验证码 – ein längerer Betreff, der umgebrochen wird, mit Ümläuten',
  text: '您的验证码是 135790。 <b>not bold</b>',
};

describeOnDatabase('local mailbox', (fixture) => {
  let gateway: TestGateway;
  /** On all addresses, so that a peer from elsewhere can be had. */
  let server: ListeningServer;
  let port: string;

  beforeAll(async () => {
    const mailboxDir = madeFolder('outbox');
    gateway = await openTestGateway(fixture.database, { mailboxDir });
    const { clock, ids } = gateway.deps;
    await localMailbox(mailboxDir, 'RAB <no-reply@rab.invalid>', clock, ids).send({ ...MAIL, lang: 'CN' });
    gateway.time.now += 1000;
    await localSmsOutbox(mailboxDir, clock, ids).send({ to: '13800000000', text: 'code 246802', lang: 'EN' });
    server = await listen('0.0.0.0', 0);
    server.serve(gateway.app);
    port = new URL(server.origin).port;
  });
  afterAll(async () => {
    await server.close(0);
  });

  /** Through a socket, with headers as they are: fetch would not let `Host` through. */
  async function get(headers: OutgoingHttpHeaders = {}, host = '127.0.0.1') {
    const sent = request({ host, port, path: '/dev/mailbox', agent: false, headers }).end();
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    return { status: response.statusCode, body: await text(response) };
  }

  it('lists mails and SMS, newest first, as JSON and as a page without their markup', async () => {
    const { messages } = JSON.parse((await get()).body) as { messages: unknown[] };
    expect(messages).toMatchObject([
      { kind: 'sms', to: '13800000000', text: 'code 246802' },
      { kind: 'mail', ...MAIL },
    ]);
    const page = (await get({ accept: 'text/html' })).body;
    expect(page).toContain('135790');
    expect(page).toContain('&lt;b&gt;');
  });

  it.each([
    { host: 'localhost' },
    { host: 'LOCALHOST:5173' },
    { host: '127.0.0.1:8080' },
    { host: '127.8.9.10' },
    { host: '[::1]:8080' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' },
  ])('answers to %j', async (headers) => {
    expect((await get(headers)).status).toBe(200);
  });

  it.each([
    // DNS rebinding: the name is the attacker's, the address is ours.
    { host: 'attacker.example' },
    { host: 'attacker.example:8080' },
    { host: 'localhost.attacker.example' },
    { host: '127.0.0.1.attacker.example' },
    { host: '203.0.113.7' },
    { host: '0.0.0.0' },
    // A proxy or a tunnel on this machine.
    { forwarded: 'for=203.0.113.7' },
    { 'x-forwarded-for': '203.0.113.7' },
    { 'X-Forwarded-Proto': 'https' },
    { 'x-forwarded-host': 'rab.example' },
    // A page of another site.
    { origin: 'https://attacker.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('does not exist for %j', async (headers) => {
    const { status, body } = await get(headers);
    expect(status).toBe(404);
    expect(body).not.toContain('135790');
  });

  it('does not exist for a bare nginx, which speaks HTTP/1.0 and names our own address', async () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET /dev/mailbox HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.[01] 404 /);
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
  it.runIf(outside)('does not exist for a peer from elsewhere, whatever it names', async () => {
    expect((await get({ host: 'localhost' }, outside)).status).toBe(404);
  });

  it('does not exist unless it is asked for, nor for a peer that is not known', async () => {
    expect((await gateway.app.request('/dev/mailbox', { headers: { host: 'localhost' } })).status).toBe(404);
    const without = await gateway.restarted({ mailboxDir: null });
    const bindings = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
    expect((await without.app.request('/dev/mailbox', { headers: { host: 'localhost' } }, bindings)).status).toBe(404);
  });
});

describe('where the mailbox is listed', () => {
  const developer = { isLoopback: true, databaseUrl: null, trustedProxies: 0 };
  it.each([
    [developer, 'outbox'],
    [{ ...developer, isLoopback: false }, null],
    [{ ...developer, databaseUrl: 'postgres://db/rab' }, null],
    [{ ...developer, trustedProxies: 1 }, null],
  ])('%j: %s', (installation, listed) => {
    expect(listedMailbox('outbox', installation)).toBe(listed);
    expect(listedMailbox(null, installation)).toBeNull();
  });
});
