import { act, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmSheet, type ConfirmOutcome } from '../../../src/money/ConfirmSheet';
import { Sheet } from '../../../src/components/Sheet';
import { toast } from '../../../src/components/toast';
import { ToastHost } from '../../../src/components/ToastHost';
import { button, click, find, press, render } from '../support/render';

const dialog = () => find('dialog');
/** From now on something moves. @returns what ends the motion */
function moving(): () => void {
  let rest = () => {};
  const finished = new Promise<void>((resolve) => (rest = resolve));
  vi.spyOn(Element.prototype, 'getAnimations').mockReturnValue([{ finished } as unknown as Animation]);
  return () => rest();
}

const isOpen = () => document.querySelector('dialog') !== null;

function Page({ busy = false, onClose = () => undefined }: { busy?: boolean; onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet open={open} onClose={close} title="Redeem" busy={busy}>
        <input aria-label="Amount" />
        <button type="button">Last</button>
      </Sheet>
    </>
  );
}

function openSheet(): void {
  act(() => button('Open').focus());
  click(button('Open'));
}

afterEach(() => void vi.restoreAllMocks());

describe('Sheet', () => {
  it('is a labelled modal dialog and starts on its title', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    render(<Page />);
    openSheet();
    expect(showModal).toHaveBeenCalledOnce();
    const title = find(`#${CSS.escape(dialog().getAttribute('aria-labelledby') ?? '')}`);
    expect(title.textContent).toBe('Redeem');
    expect(document.activeElement).toBe(title);
  });

  it('closes with the browser that closes it without asking, unless it is busy', () => {
    const onClose = vi.fn();
    const { rerender } = render(<Page busy onClose={onClose} />);
    openSheet();
    act(() => find<HTMLDialogElement>('dialog').close());
    expect(onClose).not.toHaveBeenCalled();
    expect(find<HTMLDialogElement>('dialog').open).toBe(true);
    rerender(<Page onClose={onClose} />);
    act(() => find<HTMLDialogElement>('dialog').close());
    expect(onClose).toHaveBeenCalledOnce();
    expect(isOpen()).toBe(false);
  });

  it('stays when a field for files in it is put away without a file', () => {
    const onClose = vi.fn();
    render(<Page onClose={onClose} />);
    openSheet();
    act(() => void find('input').dispatchEvent(new Event('cancel', { bubbles: true })));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('slides out before it leaves, inert and without the focus', async () => {
    const rest = moving();
    render(<Page />);
    openSheet();
    press(dialog(), 'Escape');
    expect(find<HTMLDialogElement>('dialog').open).toBe(false);
    expect(find('dialog').hasAttribute('inert')).toBe(true);
    expect(document.activeElement).toBe(button('Open'));
    await act(async () => rest());
    expect(isOpen()).toBe(false);
  });

  it('shows toasts in itself while it is open: what is behind it cannot be heard', () => {
    render(
      <>
        <Page />
        <ToastHost />
      </>,
    );
    openSheet();
    act(() => toast.show('Copied'));
    expect(dialog().textContent).toContain('Copied');
    expect(find('[role="status"]').textContent).toBe('');
    press(dialog(), 'Escape');
    expect(find('[role="status"]').textContent).toBe('Copied');
    act(() => toast.clear());
  });

  it('cannot be dismissed while busy', () => {
    const onClose = vi.fn();
    render(<Page busy onClose={onClose} />);
    openSheet();
    press(dialog(), 'Escape');
    click(button('Close'));
    click(find('[class*=mask]'));
    expect(onClose).not.toHaveBeenCalled();
    expect(isOpen()).toBe(true);
  });
});

/** A confirmation whose answers the test gives one by one. */
function confirmation() {
  const passwords: string[] = [];
  const answers: ((outcome: ConfirmOutcome) => void)[] = [];
  const onClose = vi.fn();
  const onConfirm = (password: string) => {
    passwords.push(password);
    return new Promise<ConfirmOutcome>((resolve) => answers.push(resolve));
  };
  const view = (extra: Partial<Parameters<typeof ConfirmSheet>[0]> = {}) => (
    <ConfirmSheet
      open
      onClose={onClose}
      title="Confirm order"
      hero={{ label: 'You place', amount: '500.000000', asset: 'USDT' }}
      rows={[{ label: 'Fee', value: '1.500000 USDT' }]}
      risk={{ tone: 'danger', text: 'This cannot be undone.' }}
      confirmLabel="Place order"
      onConfirm={onConfirm}
      {...extra}
    />
  );
  const answer = async (outcome: ConfirmOutcome) => {
    await act(async () => answers.shift()?.(outcome));
  };
  return { passwords, onClose, view, answer };
}

function digits(text: string): void {
  for (const digit of text) press(dialog(), digit);
}

const entered = () => find('[role="img"]').getAttribute('aria-label');

describe('ConfirmSheet', () => {
  it('submits on the sixth digit, from keypad and keyboard, and then takes nothing more', () => {
    const { passwords, view } = confirmation();
    render(view());
    click(button('1'));
    click(button('2'));
    digits('34');
    press(dialog(), 'Backspace');
    expect(entered()).toBe('3 of 6 digits entered');
    digits('456');
    expect(passwords).toEqual(['123456']);
    expect(entered()).toBe('Submitting');
    digits('999999');
    press(dialog(), 'Escape');
    expect(passwords).toEqual(['123456']);
    expect(isOpen()).toBe(true);
  });

  it('takes no digit while locked and says until when', async () => {
    const { passwords, view, answer } = confirmation();
    render(view());
    digits('111111');
    await answer({ ok: false, message: 'Locked', lockedUntilMs: Date.now() + 900_000 });
    digits('123456');
    expect(passwords).toEqual(['111111']);
    expect(find('[role="alert"]').textContent).toContain('locked for 15:00');
    expect(button('1').disabled).toBe(true);
  });

  it('takes no password once the term of a quote is over, and offers a new quote', () => {
    const { passwords, view } = confirmation();
    const onRequote = vi.fn();
    const { rerender } = render(view({ quote: { expiresAtMs: Date.now() - 1, totalMs: 15_000, onRequote } }));
    expect(dialog().textContent).toContain('This quote has expired');
    digits('123456');
    expect(passwords).toEqual([]);
    click(button('New quote'));
    expect(onRequote).toHaveBeenCalledOnce();
    rerender(view({ quote: { expiresAtMs: Date.now() + 15_000, totalMs: 15_000, onRequote } }));
    digits('123456');
    expect(passwords).toEqual(['123456']);
  });

  it('takes a longer password in a field', () => {
    const { passwords, view } = confirmation();
    render(view());
    click(button('My password is longer'));
    const input = find<HTMLInputElement>('input[type="password"]');
    const submit = () => act(() => find<HTMLFormElement>('form').requestSubmit());
    input.value = '12345';
    submit();
    expect(passwords).toEqual([]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    input.value = '1234567890';
    submit();
    expect(passwords).toEqual(['1234567890']);
  });
});
