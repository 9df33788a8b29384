import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyText } from '../../../src/components/copy';
import { toast } from '../../../src/components/toast';
import { ToastHost } from '../../../src/components/ToastHost';
import { find, render } from '../support/render';

const status = () => find('[role="status"]').textContent;
const alert = () => find('[role="alert"]').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastHost />);
});
afterEach(() => {
  act(() => toast.clear());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('toast', () => {
  it('stays three seconds', () => {
    act(() => toast.show('Press again to exit'));
    act(() => vi.advanceTimersByTime(2999));
    expect(status()).toBe('Press again to exit');
    act(() => vi.advanceTimersByTime(1));
    expect(status()).toBe('');
  });

  it('tells errors in the alert region, which is there before', () => {
    expect(alert()).toBe('');
    act(() => toast.show('Withdrawal failed', { kind: 'error' }));
    expect([alert(), status()]).toEqual(['Withdrawal failed', '']);
  });
});

/** A clipboard that answers as given; undefined is a browser without one. */
function clipboard(writeText: ((text: string) => Promise<void>) | undefined): void {
  vi.stubGlobal('navigator', { clipboard: writeText ? { writeText } : undefined });
}

async function copy(text: string) {
  let outcome;
  await act(async () => {
    outcome = await copyText(text);
  });
  return outcome;
}

describe('copyText', () => {
  it('refuses empty content', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    clipboard(writeText);
    expect(await copy('')).toBe('empty');
    expect(writeText).not.toHaveBeenCalled();
    expect(alert()).toBe('The content to copy cannot be empty');
  });

  it('hints at the tap when the browser refuses', async () => {
    clipboard(() => Promise.reject(new DOMException('not allowed', 'NotAllowedError')));
    expect(await copy('RAB001')).toBe('failed');
    expect(alert()).toBe('Copy failed. Copying must be triggered by a tap');
  });

  it('says when the browser cannot copy at all', async () => {
    clipboard(undefined);
    vi.stubGlobal('document', Object.assign(document, { execCommand: undefined }));
    expect(await copy('RAB001')).toBe('unsupported');
    expect(alert()).toBe('This browser does not support copying');
  });
});
