import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { I18nRoot } from '../../../src/i18n/I18nRoot';

const mounted: Root[] = [];

export interface Rendered {
  container: HTMLElement;
  rerender(node: ReactNode): void;
  unmount(): void;
}

/** Mounts `node` inside the language provider, flushed; unmounted after the test. */
export function render(node: ReactNode): Rendered {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  mounted.push(root);
  const rerender = (next: ReactNode) => act(() => root.render(<I18nRoot>{next}</I18nRoot>));
  rerender(node);
  return { container, rerender, unmount: () => act(() => root.unmount()) };
}

export function unmountAll(): void {
  for (const root of mounted.splice(0)) act(() => root.unmount());
}

/** The one element for a selector anywhere in the document. @throws when there is none. */
export function find<E extends HTMLElement = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`nothing matches ${selector} in ${document.body.innerHTML}`);
  return element;
}

/** The button with this accessible name (its label or its text). @throws when there is none. */
export function button(name: string): HTMLButtonElement {
  const match = [...document.querySelectorAll('button')].find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent)?.trim() === name,
  );
  if (!match) throw new Error(`no button "${name}" in ${document.body.innerHTML}`);
  return match;
}

export function click(element: HTMLElement): void {
  act(() => element.click());
}

/** Replaces the value the way typing does, so that React sees the change. */
export function type(element: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  act(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export function press(element: HTMLElement, key: string, init: KeyboardEventInit = {}): void {
  act(() => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });
}
