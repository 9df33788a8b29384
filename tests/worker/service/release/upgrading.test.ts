/** The trial of a new version judges what the version does, not how long the layout of what is kept takes to be changed. */
import { expect, test } from 'vitest';
import { START_LIMIT_MS } from '../../../../contract/start-limit';
import { adopt, INITIAL_STATE, type ReleaseState } from '../../../../worker/service/release/state';
import { Releases } from '../../../../worker/service/release/releases';
import { memoryCaches } from '../memory-cache';
import { VirtualTime, until } from '../../support/virtual-time';

async function onTrial() {
  const time = new VirtualTime();
  const { caches } = memoryCaches();
  const record = await caches.open('rab-releases');
  const state: ReleaseState = adopt(INITIAL_STATE, '2.0.0', 'hot', '1.0.0');
  await record.put('/.rab-releases', Response.json(state));
  await (await caches.open('rab-release-2.0.0')).put('/index.html', new Response('two'));
  const reopened: string[] = [];
  const releases = new Releases({
    caches,
    fetch: () => Promise.reject(new TypeError('no network')),
    origin: 'https://app.example',
    now: time.now,
    after: (delayMs, callback) => time.setTimer(callback, delayMs),
    baseVersion: '1.0.0',
    verify: null,
    matchBase: async () => undefined,
    tell: () => {},
    reopen: async (clientId) => void reopened.push(clientId),
    isVisible: async () => true,
  });
  /** A page of it is opened; `watch` ends when nobody watches it any more. */
  const open = async (clientId: string) => {
    const watched: Promise<unknown>[] = [];
    await releases.startPage(clientId, (watch) => void watched.push(watch));
    return { watch: watched[0] };
  };
  const refused = async () => (await releases.status()).refused;
  return { time, releases, open, refused, reopened };
}

test('no time passes while a page says that it changes the layout, and it passes again when the page falls silent', async () => {
  const { time, releases, open, refused } = await onTrial();
  const { watch } = await open('a');
  for (let times = 0; times < 5; times += 1) {
    time.pass(1);
    await releases.upgrading('a');
    await time.fire(START_LIMIT_MS);
    // The next one has been set: it is watched on.
    await until(() => time.pending.includes(START_LIMIT_MS));
    expect(await refused()).toEqual([]);
  }
  await time.fire(START_LIMIT_MS);
  await watch;
  expect(await refused()).toEqual(['2.0.0']);
});

test('starts that ended in the middle of it do not count', async () => {
  const { time, releases, open, refused } = await onTrial();
  for (const page of ['a', 'b', 'c', 'd']) {
    await open(page);
    await releases.upgrading(page);
    time.pass(2 * START_LIMIT_MS);
  }
  expect(await refused()).toEqual([]);
  // Without a word of it they do.
  for (const page of ['e', 'f', 'g']) {
    await open(page);
    time.pass(2 * START_LIMIT_MS);
  }
  expect(await refused()).toEqual(['2.0.0']);
});
