/** Sockets that send a byte now and then: they hold up nobody else, and each is closed by its deadline (a real server). */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_PROFILE, MAX_UPLOAD_BYTES, UPLOAD_URI } from '../../../contract/envelope';
import { BodyLateError, readBody } from '../../../gateway/http/read-body';
import { listen, type ListeningServer } from '../../../gateway/http/listen';
import { openAnswer, sealForm, type ClientAnswer } from '../../support/envelope-client';
import { describeOnDatabase } from '../support/database';
import { CONFIG_CALL, NOW, openTestGateway, type TestGateway } from './test-gateway';

/** Slow sockets live this long here, where they are waited for. */
const LIFE_MS = 1500;
/** Longer than any test here takes on a busy machine. */
const FOR_EVER_MS = 600_000;
/** No deadline comes before a test ends its sockets itself, unless it says so. */
const PACE = { totalMs: FOR_EVER_MS, stretchMs: FOR_EVER_MS, leastBytes: 1024 };
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
  /** The bytes that came back so far. */
  heard(): string;
}

describeOnDatabase('slow sockets', (fixture) => {
  let gateway: TestGateway;
  let listening: ListeningServer;
  const all: Slow[] = [];

  beforeAll(async () => {
    gateway = await openTestGateway(fixture.database, { paces: { pace: PACE, uploadPace: PACE } });
    listening = await listen('127.0.0.1', 0, { headersMs: LIFE_MS, requestMs: 10 * LIFE_MS, lookEveryMs: 100 });
    listening.serve(gateway.app);
  });
  afterAll(async () => {
    for (const { socket } of all) socket.destroy();
    await listening.close(0);
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
  /** A call of somebody else, as apps make it. */
  async function call(): Promise<void> {
    const response = await fetch(`${listening.origin}${door(DEFAULT_PROFILE.gatewayId)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: sealForm(CONFIG_CALL, NOW).toString(),
    });
    expect((await opened(response)).code).toBe(200);
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
    const slowHeaders = () => slow(`POST ${door(DEFAULT_PROFILE.gatewayId)} HTTP/1.1\r\nHost: a\r\nX-Slow: `);
    const uploads = await Promise.all(crowd.flatMap((one) => [slowUpload(one.token), slowUpload(one.token)]));
    const others = await Promise.all(
      Array.from({ length: SLOW_SOCKETS - uploads.length }, (_, n) =>
        n % 3 === 0 ? slowHeaders() : slowBody(n % 3 === 1 ? DEFAULT_PROFILE.gatewayId : DEFAULT_PROFILE.streamId),
      ),
    );
    expect((await upload(token)).code).toBe(200);
    for (let calls = 0; calls < 40; calls += 1) await call();
    expect(uploads.every(({ isOpen }) => isOpen())).toBe(true);
    for (const { socket } of [...uploads, ...others]) socket.destroy();
    await expect.poll(async () => (await upload(token)).code, { timeout: 60_000 }).toBe(200);

    PACE.totalMs = PACE.stretchMs = LIFE_MS;
    const late = await Promise.all([slowUpload(token), slowBody(DEFAULT_PROFILE.gatewayId), slowHeaders()]);
    await Promise.all(late.map(({ closed }) => closed));
    expect(late.slice(0, 2).map(heardCode)).toEqual([503, 503]);
    expect(late[2]?.heard()).toMatch(/^HTTP\/1\.1 408 /);
    expect((await upload(token)).code).toBe(200);
    PACE.totalMs = PACE.stretchMs = FOR_EVER_MS;
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

  describe('a body whose pieces come in the clock’s time', () => {
    const PIECES = 10;
    const BRIEF = { totalMs: 60_000, stretchMs: 1_500, leastBytes: 1 };
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    /** `betweenMs` before each piece. */
    function readInPieces(betweenMs: number): Promise<Uint8Array> {
      let sent = 0;
      const body = new ReadableStream({
        async pull(controller) {
          if (sent === PIECES) return controller.close();
          sent += 1;
          await vi.advanceTimersByTimeAsync(betweenMs);
          controller.enqueue(new Uint8Array([sent]));
        },
      });
      const request = new Request('http://gateway', { method: 'POST', body, duplex: 'half' } as RequestInit);
      return readBody(request, { maxBytes: 1_000, pace: BRIEF });
    }

    it('may take longer than a stretch when they come steadily', async () => {
      expect(await readInPieces(200)).toHaveLength(PIECES);
    });

    it('is late when none comes in a stretch', async () => {
      await expect(readInPieces(1_501)).rejects.toThrow(BodyLateError);
    });
  });
});
