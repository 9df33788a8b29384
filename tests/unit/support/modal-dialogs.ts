/** Adds to happy-dom's modal dialogs what browsers do: the focus goes back, and Esc asks the innermost dialog to close. */
interface Shown {
  dialog: HTMLDialogElement;
  before: Element | null;
}

/** Files may share a window: its dialogs are taught once. */
const taught = window as { shownDialogs?: Shown[] };

function teach(shown: Shown[]): void {
  const { prototype } = HTMLDialogElement;
  const show: (this: HTMLDialogElement) => void = prototype.showModal;
  const hide: (this: HTMLDialogElement, value?: string) => void = prototype.close;

  prototype.showModal = function () {
    if (this.open || !this.isConnected) throw new DOMException('it cannot be shown', 'InvalidStateError');
    shown.push({ dialog: this, before: document.activeElement });
    show.call(this);
  };

  prototype.close = function (value) {
    const at = shown.findIndex(({ dialog }) => dialog === this);
    const [was] = at < 0 ? [] : shown.splice(at, 1);
    hide.call(this, value);
    if (was?.before instanceof HTMLElement) was.before.focus();
  };

  addEventListener('keydown', ({ key, defaultPrevented }) => {
    const dialog = shown.at(-1)?.dialog;
    if (key !== 'Escape' || defaultPrevented || !dialog) return;
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  });
}

if (!taught.shownDialogs) teach((taught.shownDialogs = []));
// Forgets a dialog that an earlier file left in the page.
taught.shownDialogs.length = 0;
