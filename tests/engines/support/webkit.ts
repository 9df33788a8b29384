/**
 * WebKitGTK's MiniBrowser, driven by W3C WebDriver through WebKitWebDriver, on a display of Xvfb. Its profile is a private
 * one: what the page keeps is gone with it. The service worker runs there as well; the page is 447 px wide, since the
 * window's tool bar does not get narrower.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port';
import { clickActions, sourceOf, typeActions, type Browser } from './browser';
import { start, type Program } from './processes';

const COMMAND_TIMEOUT_MS = 60_000;
const CAPABILITIES = {
  alwaysMatch: {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { args: ['--automation'] },
  },
};

type Send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

interface NewSession {
  sessionId: string;
  capabilities: { browserVersion: string };
}

function sender(origin: string): Send {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
}

/** Runs in the page. WebDriver tells nothing of the console, so errors from before the page has loaded are not heard. */
function collectComplaints(): void {
  const told: string[] = [];
  Object.assign(window, { complaints: told });
  const { error } = console;
  console.error = (...args: unknown[]) => {
    told.push(args.map(String).join(' '));
    error(...args);
  };
  addEventListener('error', ({ message }) => told.push(`thrown: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => told.push(`rejected: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    told.push(`policy: ${violatedDirective}: ${blockedURI}`);
  });
}

/** Runs in the page. */
function takeComplaints(): string[] {
  const { complaints = [] } = window as unknown as { complaints?: string[] };
  return complaints.splice(0);
}

/** The page's own area is as wide and high as wanted when the window is larger by its bars. */
async function sizePage(browser: Browser, send: Send, session: string): Promise<void> {
  const wanted = { width: 390, height: 844 };
  await send('POST', `${session}/window/rect`, wanted);
  const inner = await browser.evaluate(() => ({ width: innerWidth, height: innerHeight }), null);
  await send('POST', `${session}/window/rect`, {
    width: 2 * wanted.width - inner.width,
    height: 2 * wanted.height - inner.height,
  });
}

async function webKitOf(send: Send, end: () => Promise<void>): Promise<Browser> {
  const { sessionId, capabilities } = await send<NewSession>('POST', '/session', { capabilities: CAPABILITIES });
  const session = `/session/${sessionId}`;
  const earlier: string[] = [];
  const browser: Browser = {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    async open(url) {
      await send('POST', `${session}/url`, { url });
      await browser.evaluate(collectComplaints, null);
    },
    async reload() {
      await browser.complaints();
      await send('POST', `${session}/refresh`, {});
      await browser.evaluate(collectComplaints, null);
    },
    async evaluate<A, R>(script: (arg: A) => R | Promise<R>, arg: A): Promise<R> {
      const answer = await send<{ thrown?: string; result?: string }>('POST', `${session}/execute/async`, {
        script: `const [text, done] = arguments;
          (async () => JSON.stringify(await (${sourceOf(script)})(JSON.parse(text)) ?? null))()
            .then((result) => done({ result }), (error) => done({ thrown: String(error) }));`,
        args: [JSON.stringify(arg ?? null)],
      });
      if (answer.thrown !== undefined) throw new Error(answer.thrown);
      return JSON.parse(answer.result ?? 'null') as R;
    },
    async click(point) {
      await send('POST', `${session}/actions`, { actions: clickActions(point) });
    },
    async type(text) {
      await send('POST', `${session}/actions`, { actions: typeActions(text) });
    },
    async screenshot() {
      return Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64');
    },
    async complaints() {
      earlier.push(...(await browser.evaluate(takeComplaints, null)));
      return [...earlier];
    },
    async close() {
      await send('DELETE', session).catch(() => undefined);
      await end();
    },
  };
  await sizePage(browser, send, session);
  return browser;
}

/** @param driver path of WebKitWebDriver. @param xvfb path of Xvfb */
export async function openWebKit(driver: string, xvfb: string): Promise<Browser> {
  const home = await mkdtemp(join(tmpdir(), 'rab-webkit-'));
  const programs: Program[] = [];
  const end = async (): Promise<void> => {
    for (const program of programs.reverse()) await program.end();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const display = start(xvfb, ['-displayfd', '1', '-screen', '0', '1280x1400x24', '-nolisten', 'tcp']);
    programs.push(display);
    const number = await display.untilPrinted(/^(\d+)$/m);
    const port = await freePort();
    const program = start(driver, ['--host=127.0.0.1', `--port=${port}`], {
      ...process.env,
      DISPLAY: `:${number}`,
      HOME: home,
      LANG: 'en_US.UTF-8',
      LANGUAGE: 'en_US',
      GDK_BACKEND: 'x11',
      // Neither a graphics card nor a session bus is needed, and bubblewrap does not work for root in a container.
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    });
    programs.push(program);
    const send = sender(`http://127.0.0.1:${port}`);
    await untilListening(send);
    return await webKitOf(send, end);
  } catch (error) {
    const said = programs.map((program) => program.output()).join('\n');
    await end();
    throw new Error(`WebKit did not start: ${String(error)}\n${said}`, { cause: error });
  }
}

async function untilListening(send: Send): Promise<void> {
  const deadline = Date.now() + COMMAND_TIMEOUT_MS;
  for (;;) {
    try {
      await send('GET', '/status');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
