/**
 * Firefox, driven by WebDriver BiDi over its own web socket: Debian has no geckodriver, and the one from npm downloads
 * itself. Headless; the profile is new each time.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { clickActions, sourceOf, typeActions, type Browser } from './browser';
import { start, type Program } from './processes';

const COMMAND_TIMEOUT_MS = 60_000;
const PREFERENCES = {
  'intl.accept_languages': 'en-US, en',
  // Nothing but the app itself is to be loaded.
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

interface Answer {
  type: 'success' | 'error' | 'event';
  id?: number;
  method?: string;
  params?: { level?: string; text?: string };
  result?: unknown;
  error?: string;
  message?: string;
}

interface Connection {
  send<T>(method: string, params: object): Promise<T>;
  /** Errors on the console of what is subscribed to. */
  complaints: readonly string[];
  close(): void;
}

async function connect(url: string): Promise<Connection> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  const complaints: string[] = [];
  let lastId = 0;
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.resolve(answer);
    if (answer.method === 'log.entryAdded' && answer.params?.level === 'error')
      complaints.push(answer.params.text ?? '');
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed its connection'));
  });
  return {
    async send<T>(method: string, params: object): Promise<T> {
      const id = ++lastId;
      let timer: NodeJS.Timeout | undefined;
      try {
        const answer = await new Promise<Answer>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          const late = (): void => reject(new Error(`${method}: no answer in ${COMMAND_TIMEOUT_MS} ms`));
          timer = setTimeout(late, COMMAND_TIMEOUT_MS);
          socket.send(JSON.stringify({ id, method, params }));
        });
        if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`);
        return answer.result as T;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    complaints,
    close: () => socket.close(),
  };
}

interface CallResult {
  type: 'success' | 'exception';
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

async function firefoxOf(program: Program, profile: string): Promise<Browser> {
  const address = await program.untilPrinted(/WebDriver BiDi listening on (ws:\S+)/);
  const { send, complaints, close } = await connect(`${address}/session`);
  const session = await send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  const viewport = { width: 390, height: 844 };
  await send('browsingContext.setViewport', { context, viewport, devicePixelRatio: 2 });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    name: `Firefox ${session.capabilities.browserVersion}`,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async reload() {
      await send('browsingContext.reload', { context, wait: 'complete' });
    },
    async evaluate<A, R>(script: (arg: A) => R | Promise<R>, arg: A): Promise<R> {
      const called = await send<CallResult>('script.callFunction', {
        functionDeclaration: `async (text) => JSON.stringify(await (${sourceOf(script)})(JSON.parse(text)) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(arg ?? null) }],
        target: { context },
        awaitPromise: true,
      });
      if (called.type === 'exception') throw new Error(called.exceptionDetails?.text);
      return JSON.parse(called.result?.value ?? 'null') as R;
    },
    async click(point) {
      await send('input.performActions', { context, actions: clickActions(point) });
    },
    async type(text) {
      await send('input.performActions', { context, actions: typeActions(text) });
    },
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    complaints: async () => [...complaints],
    async close() {
      close();
      await program.end();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** @param path of the program */
export async function openFirefox(path: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'rab-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  // Firefox refuses, as root, a HOME that belongs to somebody else; our own HOME is none of its business.
  const program = start(path, args, { ...process.env, HOME: profile, MOZ_HEADLESS: '1' });
  try {
    return await firefoxOf(program, profile);
  } catch (error) {
    await program.end();
    await rm(profile, { recursive: true, force: true });
    throw error;
  }
}
