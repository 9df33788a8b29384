/** The page's questions to its service worker, which Workbox carries. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLink } from '../../../src/update/link';

const ANSWER_LIMIT_MS = 5_000;
const SCREENS = { done: 3, total: 60, isWhole: false };

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
  vi.useRealTimers();
});

/** A browser whose service worker gives each message `answer`; null for none that is active, undefined for one that is silent. */
function linkTo(answer: unknown) {
  const said: unknown[] = [];
  const postMessage = (message: unknown, [port]: MessagePort[]) => {
    said.push(message);
    if (port) ports.push(port);
    if (answer !== undefined) port?.postMessage(answer);
  };
  const container = { controller: answer === null ? null : { postMessage }, getRegistration: async () => undefined };
  const link = openLink(container as unknown as ServiceWorkerContainer);
  if (!link) throw new Error('there is no link');
  return { link, said };
}

describe('a question', () => {
  it('carries the protocol and is answered', async () => {
    const { link, said } = linkTo({ protocol: 1, type: 'SCREENS', screens: SCREENS });
    expect(await link.screens()).toEqual(SCREENS);
    expect(said).toEqual([{ protocol: 1, type: 'GET_SCREENS' }]);
  });

  it.each([
    { of: 'another protocol', answer: { protocol: 2, type: 'SCREENS', screens: SCREENS } },
    { of: 'another kind', answer: { protocol: 1, type: 'ROLLED_BACK' } },
    { of: 'no active service worker', answer: null },
  ])('has no answer: $of', async ({ answer }) => {
    expect(await linkTo(answer).link.screens()).toBeNull();
  });

  it('has none either when the service worker keeps silent', async () => {
    vi.useFakeTimers();
    const { link, said } = linkTo(undefined);
    const screens = link.screens();
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS);
    expect(await screens).toBeNull();
    expect(said).toHaveLength(1);
  });
});

it('is not there without service workers', () => expect(openLink(undefined)).toBeNull());
