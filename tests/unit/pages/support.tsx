/** Renders a page on the real bridge over a fake worker, and waits for the page's calls. */
import { act, type ComponentType } from 'react';
import { expect, vi } from 'vitest';
import { installBridge, type Bridge } from '../../../src/bridge/bridge';
import { steadyTimers } from '../support/steady-timers';
import { find, press, render } from '../support/render';
import { until } from '../support/until';
import { FakeWorker, type Handlers } from './fake-worker';

export { until };

export function text(): string {
  return document.body.textContent ?? '';
}

export async function untilText(...wanted: string[]): Promise<void> {
  await until(() => {
    for (const part of wanted) expect(text()).toContain(part);
  });
}

/** The visible button or link whose name contains `name`. @throws when there is none */
export function named(name: string): HTMLElement {
  const match = [...document.querySelectorAll<HTMLElement>('button, a[href]')].find((element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').includes(name),
  );
  if (!match) throw new Error(`nothing named "${name}" in ${text()}`);
  return match;
}

export async function tap(name: string): Promise<void> {
  await act(async () => named(name).click());
}

/** Taps what cannot be tapped at first. */
export async function tapOnceEnabled(name: string): Promise<void> {
  await until(() => expect(isDisabled(name)).toBe(false));
  await tap(name);
}

export const isDisabled = (name: string): boolean => named(name).hasAttribute('disabled');

export async function tapAt(selector: string): Promise<void> {
  await act(async () => find(selector).click());
}

/** Chooses the segment, chip or box that has this label. */
export async function choose(label: string): Promise<void> {
  const match = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  await act(async () => match?.querySelector('input')?.click());
}

/** The field under this label. @throws when there is none */
export function field<E extends HTMLElement = HTMLInputElement>(label: string): E {
  const match = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label));
  return find<E>(`#${CSS.escape(match?.htmlFor ?? 'no-such-label')}`);
}

/** The sheet that is open with this in it; one that still slides out is not. */
export async function openSheet(content: string): Promise<HTMLElement> {
  const match = () =>
    [...document.querySelectorAll<HTMLElement>('dialog[open]')].find((sheet) => sheet.textContent?.includes(content));
  await until(() => expect(match(), content).toBeDefined());
  return match() as HTMLElement;
}

/** Taps a button of the sheet that is open, whose name stands on the page below as well. */
export async function tapInSheet(name: string): Promise<void> {
  await act(async () => buttonInSheet(name).click());
}

export function buttonInSheet(name: string): HTMLButtonElement {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('dialog[open] button')];
  const match = buttons.find(({ textContent }) => textContent === name);
  if (!match) throw new Error(`no "${name}" in a sheet of ${text()}`);
  return match;
}

/** Enters a trade password where one is asked for. */
export async function enterPassword(password = '246810'): Promise<void> {
  const sheet = await openSheet('Forgot password?');
  for (const digit of password) press(sheet, digit);
  await act(async () => {});
}

/** Goes on from a form to its confirmation, and confirms. */
export async function confirm(): Promise<void> {
  await tapOnceEnabled('Next: trade password');
  await enterPassword();
}

/** Without a connection a form says so, and that no money moves. */
export async function loseConnection(worker: FakeWorker): Promise<void> {
  worker.emit({ type: 'connection', online: false });
  await untilText('Moving money needs a connection');
}

/** Chooses files as a person does. */
export async function chooseFiles(...names: string[]): Promise<void> {
  const input = find<HTMLInputElement>('input[type="file"]:not([capture])');
  const files = names.map((name) => new File(['x'], name, { type: 'image/jpeg' }));
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
}

/** The intents under which a call was sent, in order. */
export const intentsOf = (worker: FakeWorker, name: string) =>
  worker.asked.filter((asked) => asked.name === name).map(({ options }) => options.intentId);

// happy-dom has no such flag; the app runs in secure contexts.
vi.stubGlobal('isSecureContext', true);

export function install(worker: FakeWorker): Bridge {
  const bridge = installBridge({ spawn: worker.spawn, timers: steadyTimers });
  bridge.start({ origin: 'http://localhost', lang: 'EN' });
  return bridge;
}

export function open(Page: ComponentType, worker: FakeWorker): Bridge {
  const bridge = install(worker);
  render(<Page />);
  return bridge;
}

/** Opens a page whose calls these answer. */
export function opened(Page: ComponentType, handlers: Handlers): FakeWorker {
  const worker = new FakeWorker(handlers);
  open(Page, worker);
  return worker;
}
