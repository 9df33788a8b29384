/** The dearest bodies that a fuzzer finds cost the gateway next to nothing: each is refused at the first excess (docs/rules.md §11). */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE, MAX_JSON_MEMBERS, UPLOAD_URI } from '../../../contract/envelope';
import { sealForm } from '../../support/envelope-client';
import { describeOnDatabase } from '../support/database';
import { CONFIG_CALL, NOW, opened, openTestGateway, type TestGateway } from './test-gateway';

const [MIB, PIECE_BYTES] = [1024 * 1024, 64 * 1024];
const UPLOAD = { method: 'POST', uri: UPLOAD_URI, headers: {}, params: {} };
const { gatewayId, streamId, uploadId } = DEFAULT_PROFILE;

/** A body that comes in pieces, and counts the bytes that were asked for. */
function counted(text: string) {
  const bytes = Buffer.from(text, 'latin1');
  const read = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read.bytes >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(read.bytes, read.bytes + PIECE_BYTES));
        read.bytes += PIECE_BYTES;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read };
}

const filled = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes);

describeOnDatabase('a hostile body', (fixture) => {
  let gateway: TestGateway;
  let token: string;
  beforeAll(async () => {
    gateway = await openTestGateway(fixture.database);
    ({ token } = await gateway.login());
  });

  async function post(door: string, text: string, type: string, authorization = token) {
    const { body, read } = counted(text);
    const headers = { lang: 'EN', authorization, 'content-type': type };
    const request = { method: 'POST', body, duplex: 'half', headers } as RequestInit;
    const { code } = await opened(await gateway.app.request(`/api/${door}`, request));
    return { code, pieces: Math.ceil(read.bytes / PIECE_BYTES) };
  }

  describe('of an upload, 12 MB', () => {
    const fields = [...sealForm(UPLOAD, NOW)].map(([name, value]) => part(`name="${name}"`, value)).join('');
    function part(disposition: string, value: string, more = '') {
      return `--x\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${value}\r\n`;
    }
    /** Repeats of small things are what made a parser slow. */
    const piece = fc.oneof(
      fc.constant(part('name="file"; filename="a"', '')),
      fc.constant(part('name="a"', 'a')),
      fc.constant('--x\r\n\r\n\r\n'),
      fc.constant(part('name="file"; filename="a"', 'a', filled('X-A: b\r\n', 4_000))),
      fc.constant(`--x\r\n${filled('a', 5_000)}`),
      fc.constant(fields),
    );

    it('is refused before a second piece of 64 KiB is asked for, whatever is repeated', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.boolean(), async (units, hasFields) => {
          const text = (hasFields ? fields : '') + filled(units.join(''), 12 * MIB - 4_096);
          const { code, pieces } = await post(uploadId, text, 'multipart/form-data; boundary=x');
          expect([400, 3001]).toContain(code);
          expect(pieces).toBeLessThanOrEqual(2);
        }),
        { numRuns: 30 },
      );
    });

    it('is refused unread where it names no boundary, or one that is longer than any', async () => {
      for (const type of ['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(71)}`, 'text/plain']) {
        const { code, pieces } = await post(uploadId, filled('--x\r\n', MIB), type);
        expect(code).toBe(400);
        // Undici fills its first buffer on its own.
        expect(pieces).toBeLessThanOrEqual(1);
      }
    });
  });

  describe.each([gatewayId, streamId])('of a form, 1 MB, at /api/%s', (door) => {
    const FORM = 'application/x-www-form-urlencoded';
    const unit = fc.constantFrom('a&', '&', 'a=b&', 'data=%41&', 'sign=1&handshake=2&');

    it('is refused at its fifth field', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(unit, { minLength: 1, maxLength: 4 }), async (units) => {
          const { code, pieces } = await post(door, filled(units.join(''), MIB), FORM);
          expect({ code, pieces }).toEqual({ code: 400, pieces: 1 });
        }),
        { numRuns: 20 },
      );
    });

    it('is read no further than 64 KiB for who is not logged in', async () => {
      const long = `data=${filled('%41', MIB - 4_096)}`;
      expect((await post(door, long, FORM, 'A'.repeat(43))).code).toBe(413);
      expect((await post(door, long, FORM)).code).toBe(400);
    });
  });

  it('of many keys, elements or brackets is refused before its JSON is parsed', async () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));
    const send = async (params: unknown) =>
      opened(await gateway.post(sealForm({ ...CONFIG_CALL, params }, NOW).toString(), { authorization: token }));
    const fieldsOf = async (params: unknown) => ((await send(params)).data as { fields?: object }).fields;
    expect(await fieldsOf(keys(MAX_JSON_MEMBERS - 20))).toBeDefined();
    expect(await fieldsOf(keys(70_000))).toBeUndefined();
    expect(await fieldsOf({ a: Array.from({ length: 70_000 }, () => 0) })).toBeUndefined();
    expect(await fieldsOf({ a: Array.from({ length: 70_000 }, () => []) })).toBeUndefined();
    // Inside a string they are text.
    expect(await fieldsOf({ a: ',[{'.repeat(5_000) })).toBeDefined();
  });

  it('counts, well formed or not, against its address before it is read', async () => {
    const strict = await gateway.restarted({ callsPerMinute: 3, trustedProxies: 1 });
    const from = async (address: string, type: string) => {
      const { body, read } = counted('a&a&a&a&a');
      const headers = { lang: 'EN', 'content-type': type, 'x-forwarded-for': address };
      const request = { method: 'POST', body, duplex: 'half', headers } as RequestInit;
      const answer = await opened(await strict.app.request(`/api/${gatewayId}`, request));
      return { code: answer.code, pieces: read.bytes / PIECE_BYTES };
    };
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await from('198.51.100.7', 'a/b')).code).toBe(400);
    expect(await from('198.51.100.7', 'a/b')).toMatchObject({ code: 429 });
    expect((await from('198.51.100.8', 'a/b')).code).toBe(400);
  });
});
