import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE, MAX_UPLOAD_BYTES, UPLOAD_URI } from '../../../contract/envelope';
import { sealForm } from '../../support/envelope-client';
import { describeOnDatabase } from '../support/database';
import { CONFIG_CALL, NOW, opened, openTestGateway, type TestGateway } from './test-gateway';

const UPLOAD = { method: 'POST', uri: UPLOAD_URI, headers: {}, params: {} };
const DOOR = `/api/${DEFAULT_PROFILE.uploadId}`;

/** A picture that does not compress. */
const noise = () => sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } });
const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } });

describeOnDatabase('upload door', (fixture) => {
  let gateway: TestGateway;
  let token: string;
  let userId: string;
  beforeAll(async () => {
    gateway = await openTestGateway(fixture.database);
    ({ token, userId } = await gateway.login());
  });

  function multipart(bytes: Uint8Array<ArrayBuffer> | null, inner: unknown = UPLOAD): FormData {
    const form = new FormData();
    for (const [name, value] of sealForm(inner, NOW)) form.append(name, value);
    if (bytes) form.append('file', new Blob([bytes], { type: 'image/png' }), '../../evil.svg');
    return form;
  }
  const post = async (body: BodyInit, headers: Record<string, string> = { authorization: token }) =>
    opened(await gateway.app.request(DOOR, { method: 'POST', body, headers: { lang: 'EN', ...headers } }));
  const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer());

  it.each(['jpeg', 'png', 'webp'] as const)(
    'keeps a %s without its metadata, upright and for its owner',
    async (format) => {
      const original = await bytesOf(
        picture()
          .withExif({ IFD0: { Copyright: 'secret place' } })
          .withMetadata({ orientation: 6 })
          .toFormat(format),
      );
      const answer = await post(multipart(original));
      expect(answer).toMatchObject({ code: 200, data: { width: 40, height: 60 } });
      const { id, bytes } = answer.data as { id: string; bytes: number };
      const { rows } = await fixture.database.pool.query<{ path: string; user_id: string; type: string }>(
        'SELECT path, user_id::text, type FROM uploads WHERE id = $1',
        [id],
      );
      expect(rows[0]).toMatchObject({ user_id: userId, type: `image/${format}` });
      const stored = await readFile(join(gateway.varDir, 'uploads', rows[0]?.path ?? ''));
      await expect(sharp(stored).metadata()).rejects.toThrow();
      const kept = Buffer.from(await gateway.deps.files.read(rows[0]?.path ?? ''));
      expect(kept).toHaveLength(bytes);
      const { exif, orientation } = await sharp(kept).metadata();
      expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
      expect(Buffer.from(kept).includes('secret place')).toBe(false);
    },
  );

  it('cuts down a picture that is larger than anybody looks at', async () => {
    const wide = sharp({ create: { width: 6000, height: 100, channels: 3, background: '#333' } });
    expect(await post(multipart(await bytesOf(wide.png())))).toMatchObject({
      code: 200,
      data: { width: 4096, height: 68 },
    });
  });

  describe('what is no image', () => {
    const text = (content: string) => new TextEncoder().encode(content);
    const cases: [string, () => Promise<Uint8Array<ArrayBuffer>>][] = [
      ['SVG', async () => text('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
      ['HTML that starts like a GIF', async () => text('GIF89a<script>alert(1)</script>')],
      ['a GIF', async () => bytesOf(picture().gif())],
      ['a PNG’s first bytes and nothing else', async () => (await bytesOf(picture().png())).slice(0, 20)],
      ['a truncated JPEG', async () => (await bytesOf(noise().jpeg())).slice(0, 5000)],
      ['a JPEG’s first bytes before an SVG', async () => new Uint8Array([0xff, 0xd8, 0xff, ...text('<svg/>')])],
      ['nothing at all', async () => new Uint8Array()],
    ];
    it.each(cases)('refuses %s and keeps nothing', async (_, make) => {
      const before = await readdir(join(gateway.varDir, 'uploads'), { recursive: true });
      expect((await post(multipart(await make()))).code).toBe(3001);
      expect(await readdir(join(gateway.varDir, 'uploads'), { recursive: true })).toEqual(before);
    });

    it('refuses more pixels than it is ready to decode', async () => {
      // The size stands in the header alone: a refused picture was never decoded.
      const header = Buffer.from(await bytesOf(picture().png()));
      header.writeUInt32BE(20_000, 16);
      header.writeUInt32BE(20_000, 20);
      header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
      expect((await sharp(header, { limitInputPixels: false }).metadata()).width).toBe(20_000);
      expect((await post(multipart(new Uint8Array(header)))).code).toBe(3001);
    });
  });

  it('keeps what it keeps of a polyglot clean of what was hidden in it', async () => {
    const png = await bytesOf(picture().png());
    const polyglot = new Uint8Array([...png, ...new TextEncoder().encode('<script>alert(1)</script>')]);
    const answer = await post(multipart(polyglot));
    expect(answer.code).toBe(200);
    const { rows } = await fixture.database.pool.query<{ path: string }>('SELECT path FROM uploads WHERE id = $1', [
      (answer.data as { id: string }).id,
    ]);
    const kept = await readFile(join(gateway.varDir, 'uploads', rows[0]?.path ?? ''), 'latin1');
    expect(kept).not.toContain('<script>');
  });

  it('asks for a session before it reads the body', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const request = { method: 'POST', body, duplex: 'half', headers: { authorization: 'B'.repeat(43) } } as RequestInit;
    expect((await opened(await gateway.app.request(DOOR, request))).code).toBe(401);
    // Undici fills its first buffer on its own.
    expect(pulled).toBeLessThanOrEqual(1);
    expect((await post(multipart(null), {})).code).toBe(401);
  });

  it('refuses a replay, an old request, a wrong sign, another call, and more than 12 MiB', async () => {
    const png = await bytesOf(picture().png());
    const form = multipart(png);
    expect((await post(form)).code).toBe(200);
    expect((await post(form)).code).toBe(4002);
    const old = new FormData();
    for (const [name, value] of sealForm(UPLOAD, NOW - 600_000)) old.append(name, value);
    old.append('file', new Blob([png]));
    expect((await post(old)).code).toBe(4001);
    const tampered = multipart(png);
    tampered.set('sign', '0'.repeat(32));
    expect((await post(tampered)).code).toBe(400);
    expect((await post(multipart(png, CONFIG_CALL))).code).toBe(405);
    expect((await post(multipart(new Uint8Array(MAX_UPLOAD_BYTES)))).code).toBe(413);
  });

  it('wants exactly one file, and multipart', async () => {
    expect((await post(multipart(null))).code).toBe(3001);
    const twice = multipart(new Uint8Array(8));
    twice.append('file', new Blob([new Uint8Array(8)]));
    expect((await post(twice)).code).toBe(3001);
    expect((await post(sealForm(UPLOAD, NOW))).code).toBe(400);
    const broken = { authorization: token, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await post('no parts at all', broken)).code).toBe(400);
  });
});
