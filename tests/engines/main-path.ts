/** The main path of one person, in an engine other than Chromium: a shorter way than tests/e2e/walk.spec.ts. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findAccountTraces } from '../support/account-traces';
import { codeFromMailbox, startGateway, type GatewayProcess } from '../support/gateway-process';
import { KEYS } from './support/browser';
import type { Query } from './support/find';
import type { Screen } from './support/screen';

const APP = fileURLToPath(new URL('../../dist/app', import.meta.url));
/** The service worker notes versions of the app under these names. */
const SERVICE_WORKER_NOTES = new Set(['/.rab-releases', '/.rab-versions', '/.rab-later-files']);
/** The device keeps these for everybody: the languages that the gateway offers. */
const OF_THE_DEVICE = new Set(['rab.offered']);
const LOGIN_PASSWORD = 'quiet-lapis-77';
const TRADE_PASSWORD = '246813';
const RECORDS = [
  '/pages/blance_record/blance_record',
  '/pages/blance_record/blance_record1',
  '/pages/blance_record/blance_record2',
];

export interface Visit {
  screen: Screen;
  gateway: GatewayProcess;
  email: string;
  /** Keeps a picture of the present screen. */
  picture(name: string): Promise<void>;
}

export interface Step {
  name: string;
  run(visit: Visit): Promise<void>;
}

const button = (name: Query['name'] & {}): Query => ({ css: 'button', name });
const heading = (name: string): Query => ({ css: 'h1, h2, h3', name });
const field = (name: string): Query => ({ css: 'input', name });
const DIALOG: Query = { css: 'dialog' };
const inDialog = (query: Query): Query => ({ ...query, within: DIALOG });
const DIALOG_FIELD = inDialog({ css: 'input[type="text"], input:not([type])' });
const CUSTODY: Query = { css: '[aria-labelledby], section', name: 'Custody account' };
const NEEDS_CONNECTION = 'Moving money needs a connection';

const openTab = (screen: Screen, name: string): Promise<void> =>
  screen.taps({ css: 'a', name, within: { css: 'nav', name: 'Main' } });

async function typeDigits(screen: Screen, digits: string, within?: Query): Promise<void> {
  for (const digit of digits) await screen.taps({ ...button(digit), ...(within ? { within } : {}) });
}

async function register({ screen, gateway, email, picture }: Visit): Promise<void> {
  const invitation = /Invitation\s+([A-Z0-9]+)/.exec(gateway.output())?.[1];
  assert.ok(invitation, 'the gateway printed no invitation code');
  await screen.browser.open(gateway.origin);
  await screen.sees(button('Log in'));
  await picture('login');
  await screen.taps({ css: 'a', name: 'Register with an invitation code' });
  await screen.fills(field('E-mail or mobile number'), email);
  await screen.fills(field('Invitation code'), invitation);
  await screen.taps(button('Send code'));
  const code = await codeFromMailbox(gateway.varDir, email);
  await screen.taps({ css: 'input[autocomplete="one-time-code"]' });
  await screen.browser.type(code);
  await screen.sees(field('Nickname'), ({ value }) => value !== '');
  await screen.fills(field('Login password'), LOGIN_PASSWORD);
  await screen.fills(field('Repeat the password'), LOGIN_PASSWORD);
  await screen.taps(button('Open the account'));
  await screen.sees({ text: '10125 USDT' });
  await screen.sees({ text: 'Demo data' });
  await picture('home');
}

async function install({ screen }: Visit): Promise<void> {
  await screen.until('every screen is on the device', isWholeKept, null, Boolean);
}

async function setTradePassword({ screen }: Visit): Promise<void> {
  await openTab(screen, 'Trust');
  await screen.taps(button('Place custody order'));
  await screen.taps(inDialog({ css: 'label', text: '30 days' }));
  await screen.fills(DIALOG_FIELD, '1000');
  await screen.taps(inDialog(button('Set trade password')));
  for (const title of ['Choose a trade password', 'Enter it once more']) {
    await screen.sees(heading(title));
    await typeDigits(screen, TRADE_PASSWORD);
  }
  await screen.fills(field('Login password'), LOGIN_PASSWORD);
  await screen.taps(button('Set a trade password'));
}

async function placeOrder({ screen, picture }: Visit): Promise<void> {
  await screen.sees(inDialog({ css: 'label', text: '30 days' }), ({ isChecked }) => isChecked);
  await screen.sees(DIALOG_FIELD, ({ value }) => value === '1000');
  await picture('order');
  await screen.taps(inDialog(button('Next: trade password')));
  await typeDigits(screen, '111112', DIALOG);
  await screen.sees(inDialog({ css: '[role="alert"]', text: 'Tries left: 4' }));
  await typeDigits(screen, TRADE_PASSWORD, DIALOG);
  await screen.sees(inDialog({ text: 'Order placed' }));
  await screen.taps(inDialog(button('Done')));
  await screen.sees({ text: '1000 USDT', within: CUSTODY });
  await picture('custody');
  await openTab(screen, 'Assets');
  await screen.sees({ text: '9000 USDT' });
  await screen.sees({ text: '1000 USDT' });
  await picture('assets');
  for (const path of RECORDS) {
    await screen.goes(path);
    await screen.sees({ text: { pattern: '1000 USDT|1,000' } });
  }
  await screen.goes('/pages/index/index');
  await screen.sees({ text: '10125 USDT' });
}

/** The device is connected and only the gateway is gone: the app learns it from the first call that fails. */
async function readOffline({ screen, picture }: Visit): Promise<void> {
  await openTab(screen, 'Assets');
  await screen.sees({ text: 'data as of' });
  await screen.sees({ text: '9000 USDT' });
  await screen.sees({ text: '1000 USDT' });
  await openTab(screen, 'Trust');
  await screen.sees({ text: '1000 USDT', within: CUSTODY });
  await screen.sees(button('Place custody order'), ({ isDisabled }) => isDisabled);
  await screen.sees({ text: NEEDS_CONNECTION });
  await picture('custody-offline');
  await screen.taps({ css: 'button, a', name: { pattern: '1000 USDT.*30 days' } });
  await screen.sees(inDialog({ text: 'Redeem now' }));
  await screen.sees(inDialog(button('Redeem')), ({ isDisabled }) => isDisabled);
  await screen.sees(inDialog({ text: NEEDS_CONNECTION }));
  await screen.browser.type(KEYS.Escape);
  await screen.seesNot(DIALOG);
  for (const path of RECORDS) {
    await screen.goes(path);
    await screen.sees({ text: { pattern: '1000 USDT|1,000' } });
    await screen.sees({ text: 'data as of' });
  }
  await screen.goes('/pages/index/index');
  await screen.sees({ text: '10125 USDT' });
}

async function loseGateway(visit: Visit): Promise<void> {
  assert.equal(await visit.gateway.stop(), 0);
  await readOffline(visit);
}

async function reloadWithoutGateway(visit: Visit): Promise<void> {
  await visit.screen.browser.reload();
  await readOffline(visit);
}

async function comeBack({ screen, gateway }: Visit): Promise<void> {
  const port = Number(new URL(gateway.origin).port);
  const again = await startGateway({ from: 'build', varDir: gateway.varDir, port, env: { LOG_LEVEL: 'error' } });
  gateway.stop = again.stop;
  await screen.seesNot({ text: 'data as of' });
}

async function logOut({ screen, email, picture }: Visit): Promise<void> {
  const needles = [email, 'rab-user'];
  assert.notDeepEqual(await screen.browser.evaluate(findAccountTraces, needles), [], 'nothing was kept before');
  await screen.goes('/pages/setting/setting');
  await screen.taps(button('Log out'));
  await screen.taps(inDialog(button('Log out')));
  await screen.sees(button('Log in'));
  await screen.until('nothing of the account', findAccountTraces, needles, (traces) => traces.length === 0);
  const { databases, webStorage, cached } = await screen.browser.evaluate(keptOnDevice, null);
  assert.deepEqual(
    databases.filter((name) => name.includes('user')),
    [],
  );
  const accounts = webStorage.filter((name) => !OF_THE_DEVICE.has(name));
  assert.deepEqual(accounts, [], 'web storage');
  const strangers = cached.filter((path) => !SERVICE_WORKER_NOTES.has(path) && !existsSync(APP + path));
  assert.deepEqual(strangers, [], 'caches have files of the app only');
  await screen.browser.evaluate(() => void (location.hash = '#/pages/my/my'), null);
  await screen.until(
    'led to the login page',
    () => location.hash,
    null,
    (hash) => hash === '#/pages/login/login',
  );
  await screen.sees(button('Log in'));
  await picture('logged-out');
}

async function checkComplaints({ screen }: Visit): Promise<void> {
  assert.deepEqual(await screen.browser.complaints(), []);
}

/** Runs in the page. */
async function isWholeKept(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  if (active?.state !== 'activated') return false;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<{ screens: { isWhole: boolean } }>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as { screens: { isWhole: boolean } });
  });
  active.postMessage({ protocol: 1, type: 'GET_SCREENS' }, [port2]);
  return (await answer).screens.isWhole;
}

/** Runs in the page. */
async function keptOnDevice(): Promise<{ databases: string[]; webStorage: string[]; cached: string[] }> {
  const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
  const webStorage = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return { databases, webStorage, cached: kept.flat().map(({ url }) => new URL(url).pathname) };
}

export const MAIN_PATH: readonly Step[] = [
  { name: 'registers with the printed invitation code and the mailed code', run: register },
  { name: 'has the app on the device', run: install },
  { name: 'is led from the first order to the trade password', run: setTradePassword },
  { name: 'places the order, and Trust and Assets show it', run: placeOrder },
  { name: 'reads everything without a gateway, with its age; money is refused', run: loseGateway },
  { name: 'does so after a reload too', run: reloadWithoutGateway },
  { name: 'sees the connection come back', run: comeBack },
  { name: 'logs out, and nothing of the account is left', run: logOut },
  { name: 'saw no errors of the page', run: checkComplaints },
];
