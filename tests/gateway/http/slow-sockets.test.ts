/** Sockets that send a byte now and then: they hold up nobody else, and each is closed by its deadline (a real server). */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE, MAX_UPLOAD_BYTES, UPLOAD_URI } from '../../../contract/envelope';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { listen, type Listening } from '../../../gateway/http/listen';
import { openAnswer, sealForm, type ClientAnswer } from '../../support/envelope-client';
import { createMigrated } from '../support/database';
import { CONFIG_CALL, NOW, openTestGateway, type TestGateway } from './test-gateway';

/** How long the slow ones live here. */
const LIFE_MS = 6000;
const PACE = { totalMs: LIFE_MS, stretchMs: LIFE_MS, leastBytes: 1024 };
const SLOW_SOCKETS = 500;
/** More people than there are places in which pictures are taken apart. */
const SLOW_PEOPLE = 30;
const BETWEEN_BYTES_MS = 1000;

const UPLOAD = { method: 'POST', uri: UPLOAD_URI, headers: {}, params: {} };
const door = (id: string) => `/api/${id}`;

interface Slow {
  socket: Socket;
  closed: Promise<unknown>;
  isOpen(): boolean;
  /** What came back. */
  heard(): string;
}

describe('slow sockets', () => {
  let database: Database;
  let gateway: TestGateway;
  let listening: Listening;
  const all: Slow[] = [];

  beforeAll(async () => {
    const { config } = await createMigrated('embedded');
    database = await openDatabase(config);
    gateway = await openTestGateway(database, { paces: { pace: PACE, uploadPace: PACE } });
    listening = await listen('127.0.0.1', 0, { headersMs: LIFE_MS, requestMs: 10 * LIFE_MS, lookEveryMs: 100 });
    listening.serve(gateway.app);
  });
  afterAll(async () => {
    for (const { socket } of all) socket.destroy();
    await listening.close(0);
    await database.close();
  });

  /** Connects, says the beginning, and from then on a byte now and then. */
  async function slow(beginning: string): Promise<Slow> {
    const socket = connect(Number(new URL(listening.origin).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')));
    // A byte that comes after the end of the connection is no failure of the test.
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await once(socket, 'connect');
    socket.write(beginning);
    const drip = setInterval(() => socket.write('a'), BETWEEN_BYTES_MS);
    void closed.then(() => clearInterval(drip));
    const one = { socket, closed, isOpen: () => !socket.closed, heard: () => heard };
    all.push(one);
    return one;
  }
  const slowBody = (id: string, headers = '') =>
    slow(
      `POST ${door(id)} HTTP/1.1\r\nHost: a\r\n${headers}Content-Type: application/x-www-form-urlencoded\r\n` +
        'Content-Length: 100000\r\n\r\n',
    );
  const slowUpload = (token: string) =>
    slow(
      `POST ${door(DEFAULT_PROFILE.uploadId)} HTTP/1.1\r\nHost: a\r\nAuthorization: ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${MAX_UPLOAD_BYTES}\r\n\r\n--x\r\n`,
    );

  async function opened(response: Response): Promise<ClientAnswer<unknown>> {
    return openAnswer((await response.json()) as Parameters<typeof openAnswer>[0]);
  }
  /** The sealed code that a slow one was answered with. */
  function heardCode(one: Slow | undefined): number | null {
    const body = one?.heard().split('\r\n\r\n')[1] ?? '';
    return body === '' ? null : openAnswer(JSON.parse(body) as Parameters<typeof openAnswer>[0]).code;
  }
  /** A call of somebody else, as apps make it. @returns how long it took, ms */
  async function call(): Promise<number> {
    const startedAt = performance.now();
    const response = await fetch(`${listening.origin}${door(DEFAULT_PROFILE.gatewayId)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: sealForm(CONFIG_CALL, NOW).toString(),
    });
    expect((await opened(response)).code).toBe(200);
    return performance.now() - startedAt;
  }
  async function medianOf(calls: number): Promise<number> {
    const times: number[] = [];
    for (let done = 0; done < calls; done += 1) times.push(await call());
    return times.sort((a, b) => a - b)[Math.floor(calls / 2)] ?? 0;
  }
  async function upload(token: string): Promise<ClientAnswer<unknown>> {
    const form = new FormData();
    for (const [name, value] of sealForm(UPLOAD, NOW)) form.append(name, value);
    const image = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    form.append('file', new Blob([new Uint8Array(image)]), 'a.png');
    const headers = { authorization: token };
    return opened(
      await fetch(`${listening.origin}${door(DEFAULT_PROFILE.uploadId)}`, { method: 'POST', body: form, headers }),
    );
  }

  it('500 of them at every door: others call and upload as before, and each is closed by its deadline', async () => {
    const { token } = await gateway.login();
    const crowd = await Promise.all(Array.from({ length: SLOW_PEOPLE }, () => gateway.login()));
    await medianOf(20);
    const before = await medianOf(40);

    const uploads = await Promise.all(crowd.flatMap((one) => [slowUpload(one.token), slowUpload(one.token)]));
    const others = await Promise.all(
      Array.from({ length: SLOW_SOCKETS - uploads.length }, (_, n) => {
        if (n % 3 === 0) return slow(`POST ${door(DEFAULT_PROFILE.gatewayId)} HTTP/1.1\r\nHost: a\r\nX-Slow: `);
        return slowBody(n % 3 === 1 ? DEFAULT_PROFILE.gatewayId : DEFAULT_PROFILE.streamId);
      }),
    );
    expect([...uploads, ...others]).toHaveLength(SLOW_SOCKETS);

    // Before a single one of them gave up its place.
    expect((await upload(token)).code).toBe(200);
    expect(uploads.every(({ isOpen }) => isOpen())).toBe(true);
    const meanwhile = await medianOf(40);
    expect(meanwhile / before, `${meanwhile} ms beside ${before} ms`).toBeLessThan(6);

    await Promise.all([...uploads, ...others].map(({ closed }) => closed));
    expect(heardCode(uploads[0])).toBe(503);
    expect(heardCode(others[1])).toBe(503);
    expect(others[0]?.heard()).toMatch(/^HTTP\/1\.1 408 /);
    expect((await upload(token)).code).toBe(200);
  });

  it('a person has two uploads on their way: a third one is told to wait, and has its turn afterwards', async () => {
    const { token } = await gateway.login();
    const three = await Promise.all([slowUpload(token), slowUpload(token), slowUpload(token)]);
    const answered = three.map(async (one) => {
      await once(one.socket, 'data');
      return one;
    });
    // Whichever asked last: the two others are not answered yet.
    const refused = await Promise.race(answered);
    expect(heardCode(refused)).toBe(429);
    expect(refused.heard()).toMatch(/retry-after: 2\r\n/i);
    await refused.closed;
    const two = three.filter((one) => one !== refused);
    expect(two.map((one) => [one.isOpen(), one.heard()])).toEqual([
      [true, ''],
      [true, ''],
    ]);
    // Somebody whose connection breaks leaves the place at once.
    for (const { socket } of two) socket.destroy();
    await Promise.all(two.map(({ closed }) => closed));
    await expect.poll(async () => (await upload(token)).code, { timeout: 60_000 }).toBe(200);
  });

  it('a body that comes steadily, and never stops for long, may take longer than a stretch', async () => {
    const brief = await openTestGateway(database, {
      paces: { pace: { totalMs: 60_000, stretchMs: 1500, leastBytes: 1 }, uploadPace: PACE },
    });
    const form = Buffer.from(sealForm({ ...CONFIG_CALL, padding: 'x'.repeat(200) }, NOW).toString());
    const pieces = 10;
    let sent = 0;
    const body = new ReadableStream({
      async pull(controller) {
        if (sent === pieces) return controller.close();
        await new Promise((resolve) => setTimeout(resolve, 200));
        const size = Math.ceil(form.length / pieces);
        controller.enqueue(new Uint8Array(form.subarray(sent * size, (sent + 1) * size)));
        sent += 1;
      },
    });
    const request = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    } as RequestInit;
    const response = await brief.app.request(door(DEFAULT_PROFILE.gatewayId), request);
    // It was read to its end, and judged by what is in it.
    expect((await opened(response)).code).toBe(422);
  });
});
