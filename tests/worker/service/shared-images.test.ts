/** Images that another app shares: kept for a short time, handed on once, never more than asked for. */
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../../contract/envelope';
import { SHARE_FIELD, SHARE_PATH, SHARED_SCREEN_PATH } from '../../../contract/share';
import { SharedImages } from '../../../worker/service/shared-images';
import { memoryCaches } from './memory-cache';

const MINUTE_MS = 60_000;

let memory: ReturnType<typeof memoryCaches>;
let now: number;
let shared: SharedImages;
const again = () => new SharedImages({ caches: memory.caches, now: () => now });

beforeEach(() => {
  memory = memoryCaches();
  now = Date.UTC(2026, 10, 23);
  shared = again();
});

const image = (name: string, type = 'image/png', bytes = 3) =>
  new File([name.padEnd(bytes, '.')], `${name}.png`, { type });

function post(...files: (File | string)[]): Request {
  const form = new FormData();
  for (const file of files) form.append(SHARE_FIELD, file);
  return new Request(`https://rab.example${SHARE_PATH}`, { method: 'POST', body: form });
}
const texts = async (images: readonly Blob[]) => Promise.all(images.map((one) => one.text()));

test('leads on to the screen that asks, and hands the images on once, also after the service worker ended', async () => {
  const answer = await shared.take(post(image('one'), image('two', 'image/jpeg')));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/#${SHARED_SCREEN_PATH}`]);
  const { images, refused } = await again().hand();
  expect(await texts(images)).toEqual(['one', 'two']);
  expect(images.map(({ type }) => type)).toEqual(['image/png', 'image/jpeg']);
  expect(refused).toBe(0);
  expect(memory.kept.size).toBe(0);
  expect(await shared.hand()).toEqual({ images: [], refused: 0 });
});

test('nobody took them within a quarter of an hour: they go with the next start', async () => {
  await shared.take(post(image('one')));
  now += 14 * MINUTE_MS;
  await shared.dropStale();
  expect(memory.kept.size).toBe(1);
  now += 2 * MINUTE_MS;
  expect((await again().hand()).images).toEqual([]);
  await shared.take(post(image('two')));
  now += 16 * MINUTE_MS;
  await again().dropStale();
  expect(memory.kept.size).toBe(0);
});

describe('does not keep', () => {
  test('what is no image, empty, too large, or a text', async () => {
    const large = image('large', 'image/png', MAX_IMAGE_BYTES + 1);
    await shared.take(post(image('page', 'text/html'), image('', 'image/png', 0), large, 'text', image('good')));
    const { images, refused } = await shared.hand();
    expect(await texts(images)).toEqual(['good']);
    // A text is no file at all.
    expect(refused).toBe(3);
  });

  test('more than twenty', async () => {
    await shared.take(post(...Array.from({ length: 25 }, (_, index) => image(`n${index}`))));
    const { images, refused } = await shared.hand();
    expect([images.length, refused]).toEqual([20, 5]);
  });
});
