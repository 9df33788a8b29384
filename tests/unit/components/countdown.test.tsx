/** Countdowns go by the gateway's clock, whatever the device's says. */
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockAhead } from '../../../src/bridge/server-clock';
import { useCountdown, useNow } from '../../../src/components/useCountdown';
import { render } from '../support/render';

const HOUR_MS = 3_600_000;
/** By the gateway's clock. */
const NOW_MS = Date.UTC(2026, 10, 23, 12);

function Shown({ untilMs }: { untilMs: number }) {
  return `${useCountdown(untilMs)} ${new Date(useNow(1_000)).toISOString()}`;
}

const shown = () => document.body.textContent ?? '';
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => clockAhead.set(0));
  vi.useRealTimers();
});

describe.each([
  ['fast', HOUR_MS],
  ['slow', -HOUR_MS],
])('on a device whose clock is an hour %s', (_, offMs) => {
  beforeEach(() => {
    vi.setSystemTime(NOW_MS + offMs);
    clockAhead.set(-offMs);
  });

  it('the seconds left are those of the gateway', () => {
    render(<Shown untilMs={NOW_MS + 60_000} />);
    expect(shown()).toBe('60 2026-11-23T12:00:00.000Z');
    pass(10_000);
    expect(shown()).toBe('50 2026-11-23T12:00:10.000Z');
    pass(60_000);
    expect(shown()).toMatch(/^0 /);
  });

  it('a countdown that has begun is put right when it is known how far the clock is off', () => {
    clockAhead.set(0);
    render(<Shown untilMs={NOW_MS + 60_000} />);
    expect(shown()).not.toMatch(/^60 /);
    act(() => clockAhead.set(-offMs));
    expect(shown()).toMatch(/^60 /);
  });
});

it('a clock that is set back meanwhile holds no countdown up', () => {
  vi.setSystemTime(NOW_MS);
  render(<Shown untilMs={NOW_MS + 60_000} />);
  vi.setSystemTime(NOW_MS - HOUR_MS);
  pass(20_000);
  expect(shown()).toMatch(/^40 /);
});

it('a countdown takes up the time that the device has slept', () => {
  vi.setSystemTime(NOW_MS);
  render(<Shown untilMs={NOW_MS + 60_000} />);
  // The time that only grows stood still.
  vi.setSystemTime(NOW_MS + 30_000);
  pass(1_000);
  expect(shown()).toMatch(/^29 /);
});
