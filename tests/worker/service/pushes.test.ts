/** Pushes in the service worker: what they show, and what a tap opens. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { PushMessage } from '../../../contract/push';
import type { FromServiceWorker } from '../../../contract/sw-messages';
import { createPushes, type PushHost } from '../../../worker/service/pushes';

const MESSAGE: PushMessage = {
  id: '5',
  text: 'Ihre Einzahlung wurde gutgeschrieben',
  lang: 'de',
  address: '/pages/withdraw_record/withdraw_record1?id=7&notice=5',
  tag: 'deposit-credited 7',
  unread: 3,
};

interface FakePage {
  focused: boolean;
  visibilityState: 'visible' | 'hidden';
  focus: () => Promise<unknown>;
  postMessage: (message: FromServiceWorker) => void;
}

function page(over: Partial<FakePage> = {}): FakePage {
  const one: FakePage = {
    focused: false,
    visibilityState: 'hidden',
    focus: vi.fn(async () => one),
    postMessage: vi.fn<(message: FromServiceWorker) => void>(),
    ...over,
  };
  return one;
}

let pages: FakePage[];
const showNotification = vi.fn<(title: string, options?: NotificationOptions) => Promise<void>>();
const openWindow = vi.fn<(url: string) => Promise<null>>();
const setAppBadge = vi.fn<(count: number) => Promise<void>>();
const subscribe = vi.fn<(options: unknown) => Promise<unknown>>();
const tell = vi.fn<(message: FromServiceWorker) => Promise<void>>();
const pushes = createPushes({
  registration: { showNotification, pushManager: { subscribe } },
  clients: { openWindow },
  pages: async () => pages,
  setAppBadge,
  tell,
} as unknown as PushHost);

beforeEach(() => {
  pages = [];
  vi.resetAllMocks();
  setAppBadge.mockResolvedValue(undefined);
});
const shown = () => showNotification.mock.lastCall?.[1];

it('shows the gateway’s sentence, in its language, and the number on the icon', async () => {
  await pushes.show(JSON.stringify(MESSAGE));
  expect(showNotification).toHaveBeenCalledWith(
    'RAB',
    expect.objectContaining({ body: MESSAGE.text, lang: 'de', tag: MESSAGE.tag }),
  );
  expect(shown()?.silent).toBe(false);
  expect(setAppBadge).toHaveBeenCalledWith(3);
});

it.each([undefined, '', '[]', '{"id":"5"}', JSON.stringify({ ...MESSAGE, address: 'https://elsewhere.example/' })])(
  'shows something for a push that it cannot read: %s',
  async (text) => {
    await pushes.show(text);
    expect(showNotification).toHaveBeenCalledWith('RAB', { icon: '/icons/icon-192.png', silent: false });
    expect(setAppBadge).not.toHaveBeenCalled();
  },
);

it('opens the thing itself in the page that is there', async () => {
  const [hidden, visible] = [page(), page({ visibilityState: 'visible' })];
  pages = [hidden, visible];
  await pushes.show(JSON.stringify(MESSAGE));
  await pushes.open(shown()?.data);
  expect(visible.focus).toHaveBeenCalled();
  expect(visible.postMessage).toHaveBeenCalledWith({ protocol: 1, type: 'OPEN', address: MESSAGE.address });
  expect(hidden.postMessage).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

it('opens the thing itself from a closed app', async () => {
  await pushes.show(JSON.stringify(MESSAGE));
  await pushes.open(shown()?.data);
  expect(openWindow).toHaveBeenCalledWith(`/#${MESSAGE.address}`);
});

it.each([null, undefined, {}, { address: 'https://elsewhere.example/' }, { address: 7 }])(
  'opens only the app for a notification that holds %j',
  async (data) => {
    await pushes.open(data);
    expect(openWindow).toHaveBeenLastCalledWith('/');
    pages = [page({ focused: true })];
    await pushes.open(data);
    expect(pages[0]?.focus).toHaveBeenCalled();
    expect(pages[0]?.postMessage).not.toHaveBeenCalled();
  },
);
