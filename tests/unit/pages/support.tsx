/** Renders a page on the real bridge over a fake worker, and waits for the page's calls. */
import { act, type ComponentType } from 'react';
import { expect, vi } from 'vitest';
import { installBridge, type Bridge } from '../../../src/bridge/bridge';
import { steadyTimers } from '../support/steady-timers';
import { render } from '../support/render';
import type { FakeWorker } from './fake-worker';

/** Whole pages on a busy machine; a test that passes never waits this long. */
const PATIENCE_MS = 60_000;
const STEP_MS = 10;

/** Lets the page work until `check` passes. @throws its last failure when patience ends */
export async function until(check: () => void): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    await act(() => new Promise((resolve) => setTimeout(resolve, STEP_MS)));
    try {
      return check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

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
