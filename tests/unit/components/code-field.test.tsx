import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CodeField } from '../../../src/components/CodeField';
import { button, click, find, render, type } from '../support/render';

const input = () => find<HTMLInputElement>('input[autocomplete="one-time-code"]');
const cells = () => [...document.querySelectorAll('span[aria-hidden="true"]')].map((cell) => cell.textContent).join('');

describe('CodeField', () => {
  it('submits on the sixth digit, once', () => {
    const onComplete = vi.fn();
    render(<CodeField label="Code" onComplete={onComplete} />);
    type(input(), '12345');
    expect(onComplete).not.toHaveBeenCalled();
    type(input(), '123456');
    type(input(), '1234567');
    expect(onComplete.mock.calls).toEqual([['123456']]);
  });

  it('clears, says why and takes the focus after a wrong code, also the second time', () => {
    const field = (busy: boolean, error?: string) => (
      <CodeField label="Code" onComplete={() => undefined} busy={busy} error={error} />
    );
    const { rerender } = render(field(false));
    for (let attempt = 0; attempt < 2; attempt++) {
      type(input(), '123456');
      expect(cells()).toBe('123456');
      rerender(field(true, attempt === 0 ? undefined : 'Wrong code'));
      rerender(field(false, 'Wrong code'));
      expect(cells()).toBe('');
      expect(input().getAttribute('aria-invalid')).toBe('true');
      expect(find(`#${CSS.escape(input().getAttribute('aria-describedby') ?? '')}`).textContent).toBe('Wrong code');
      expect(document.activeElement).toBe(input());
    }
  });
});

describe('resend', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('counts down to a point in time, also after being mounted again, then offers the button', () => {
    const onResend = vi.fn();
    const availableAtMs = Date.now() + 60_000;
    const field = <CodeField label="Code" onComplete={() => undefined} resend={{ availableAtMs, onResend }} />;
    const first = render(field);
    expect(document.body.textContent).toContain('Resend in 60 s');
    act(() => vi.advanceTimersByTime(18_000));
    expect(document.body.textContent).toContain('Resend in 42 s');
    first.unmount();
    render(field);
    expect(document.body.textContent).toContain('Resend in 42 s');
    act(() => vi.advanceTimersByTime(42_000));
    click(button('Resend code'));
    expect(onResend).toHaveBeenCalledOnce();
  });
});
