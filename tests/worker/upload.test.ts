import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../contract/envelope';
import { calls } from '../../contract/index';
import { demoDevice, loggedIn } from './support/demo-gateway';
import type { Device, Tab } from './support/harness';
import { ok, refusal, type Received } from './support/test-gateway';
import { until } from './support/virtual-time';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]);
const KEPT = { id: 'f1', width: 2, height: 1, bytes: 3 };
const { uri } = calls.uploadImage;

let device: Device;
let tab: Tab;

beforeEach(async () => {
  ({ device } = demoDevice());
  tab = await loggedIn(device);
  device.gateway.on(uri, () => ok(KEPT));
  device.gateway.posts = 0;
});

const image = (...bytes: Uint8Array<ArrayBuffer>[]) => new Blob(bytes, { type: 'image/png' });
const send = (file: Blob) => tab.api.upload('u1', file);
const head = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

test('an image goes through the upload door: signed, with the token, and its file beside the envelope', async () => {
  let received: Received | undefined;
  device.gateway.on(uri, (request) => {
    received = request;
    return ok(KEPT);
  });
  expect(await send(image(PNG))).toMatchObject({ ok: true, data: KEPT });
  expect(received).toMatchObject({ hasFile: true, inner: { method: 'POST', uri, params: {} } });
  expect(received?.token).toMatch(/^[\w-]{43}$/);
});

describe('refused before a byte travels', () => {
  test.each([
    ['an empty file', 'file-empty', image()],
    ['a text', 'image-refused', image(head('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a GIF', 'image-refused', image(head('GIF89a and more'))],
    ['a RIFF that is no WebP', 'image-refused', image(head('RIFF\0\0\0\0WAVEfmt '))],
    ['a byte too much', 'too-large', image(PNG, new Uint8Array(MAX_IMAGE_BYTES - PNG.length + 1))],
  ])('%s: %s', async (_name, code, file) => {
    expect(await send(file)).toMatchObject({ ok: false, error: { code } });
    expect(device.gateway.posts).toBe(0);
  });

  test.each([
    ['JPEG', image(head('\xff\xd8\xff\xe0\0\x10JFIF\0\x01'))],
    ['WebP', image(head('RIFF\0\0\0\0WEBPVP8 '))],
    ['exactly as much as is allowed', image(PNG, new Uint8Array(MAX_IMAGE_BYTES - PNG.length))],
  ])('but not %s', async (_name, file) => {
    expect(await send(file)).toMatchObject({ ok: true });
  });
});

describe('what fails is told and not sent again by itself', () => {
  test.each([
    ['network', { kind: 'lost' }],
    ['http-status', { kind: 'status', status: 503 }],
    ['http-status', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
    ['network', { kind: 'answer-lost' }],
  ] as const)('%s', async (code, fault) => {
    device.gateway.faults.push(fault);
    expect(await send(image(PNG))).toMatchObject({ ok: false, error: { code } });
    expect(device.gateway.posts).toBe(1);
    expect(await send(image(PNG))).toMatchObject({ ok: true });
  });

  test('an unknown token ends the session', async () => {
    device.gateway.on(uri, () => refusal('unauthorized'));
    expect(await send(image(PNG))).toMatchObject({ error: { code: 'unauthorized' } });
    expect(await send(image(PNG))).toMatchObject({ error: { code: 'session-closed' } });
  });
});

test('called off, or logged out under it: it ends, and nobody is told of anything', async () => {
  for (const end of [() => tab.api.cancelUpload('u1'), () => tab.api.logout()]) {
    device.gateway.faults.push({ kind: 'hangs', isCarriedOut: false });
    const posts = device.gateway.posts;
    const sent = send(image(PNG));
    await until(() => device.gateway.posts === posts + 1);
    await end();
    expect(await sent).toMatchObject({ error: { code: 'session-closed' } });
  }
});
