import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_LIMIT_MS, PAGE_LIMIT_MS, type ScreenModule } from '../../../src/start';
import { LazyPage } from '../../../src/app/LazyPage';
import { click, find, render } from '../support/render';

const TIMED_OUT = 'Connection to server timed out, tap the screen to retry';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A chunk that arrives when the test says so. */
function chunk() {
  const loads: { arrive: () => void; fail: (error: Error) => void }[] = [];
  const load = vi.fn(
    () =>
      new Promise<ScreenModule>((resolve, reject) => {
        loads.push({ arrive: () => resolve({ default: () => <p>The screen</p> }), fail: reject });
      }),
  );
  const onMounted = vi.fn();
  const { container } = render(<LazyPage load={load} onMounted={onMounted} />);
  const text = () => container.textContent;
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { loads, load, onMounted, container, text, pass };
}

describe('LazyPage', () => {
  it('shows a skeleton that says nothing, then the screen', async () => {
    const { loads, onMounted, container, text, pass } = chunk();
    expect(container.querySelector('[aria-busy]')).not.toBeNull();
    loads[0]?.arrive();
    await pass(0);
    expect(text()).toBe('The screen');
    expect(onMounted).toHaveBeenCalledOnce();
  });

  it('offers a retry after 60 s, with the whole area as the button', async () => {
    const { text, pass } = chunk();
    await pass(PAGE_LIMIT_MS - 1);
    expect(text()).not.toContain(TIMED_OUT);
    await pass(1);
    expect(text()).toBe(TIMED_OUT);
    expect(find('button').textContent).toContain(TIMED_OUT);
  });

  it('still takes a chunk that comes between 60 s and 120 s', async () => {
    const { loads, text, pass } = chunk();
    await pass(CHUNK_LIMIT_MS - 1);
    loads[0]?.arrive();
    await pass(0);
    expect(text()).toBe('The screen');
  });

  it('gives a chunk up after 120 s, whatever comes later', async () => {
    const { loads, text, pass } = chunk();
    await pass(CHUNK_LIMIT_MS);
    expect(text()).toContain('Page chunk failed to load after the timeout');
    loads[0]?.arrive();
    await pass(0);
    expect(text()).toContain(TIMED_OUT);
  });

  it('loads anew on a tap after a failure', async () => {
    const { loads, load, text, pass } = chunk();
    loads[0]?.fail(new Error('Failed to fetch'));
    await pass(0);
    expect(text()).toContain(TIMED_OUT);
    click(find('button'));
    expect(load).toHaveBeenCalledTimes(2);
    loads[1]?.arrive();
    await pass(0);
    expect(text()).toBe('The screen');
  });
});
