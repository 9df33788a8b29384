import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './ModalDialog.module.css';
import { tabRound } from './tab-round';
import { ToastHost } from './ToastHost';

interface ModalDialogProps extends Pick<ComponentProps<'dialog'>, 'className' | 'aria-labelledby'> {
  /** False while a closed dialog slides out. */
  open: boolean;
  /** The person wants to close it, by Esc or by the system's own way; not called while busy or required. */
  onClose: () => void;
  busy?: boolean;
  /** It can only be answered: Esc and the system's own way do not close it. */
  isRequired?: boolean;
  /** The element that has the focus first. */
  heading: RefObject<HTMLElement | null>;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  children: ReactNode;
}

/** The open dialogs, the innermost last. */
const opened: HTMLDialogElement[] = [];

/**
 * The platform's modal dialog: it lies above everything, all else is inert, the focus goes into it and back again, and Esc closes it.
 */
export function ModalDialog(props: ModalDialogProps) {
  const { open, onClose, busy = false, isRequired = false, heading, children, ...rest } = props;
  const stays = busy || isRequired;
  const dialog = useRef<HTMLDialogElement>(null);
  useShownModally(dialog, heading, open);
  useKeys(dialog, heading, open);

  const onCancel = (event: SyntheticEvent) => {
    // Fields for files tell of a `cancel` too, and a dialog within this one in React's tree.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (!stays) onClose();
  };
  // When the person presses Esc again and again, Chromium closes the dialog without asking the page.
  const onForced = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget || !open || dialog.current?.open !== false) return;
    if (stays) dialog.current.showModal();
    else onClose();
  };
  return createPortal(
    <dialog
      {...rest}
      ref={dialog}
      className={`${styles['dialog']} ${rest.className}`}
      aria-busy={busy || undefined}
      closedby={stays ? 'none' : undefined}
      inert={!open}
      onCancel={onCancel}
      onClose={onForced}
    >
      {children}
      {open && <ToastHost isInDialog />}
    </dialog>,
    document.body,
  );
}

type Ref = RefObject<HTMLElement | null>;

/** Shows the dialog in the same task as React's change of the page: the focused element is still there, and nothing is painted between. */
function useShownModally(dialog: RefObject<HTMLDialogElement | null>, heading: Ref, open: boolean): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    heading.current?.focus({ preventScroll: true });
    opened.push(element);
    return () => {
      opened.splice(opened.indexOf(element), 1);
      element.close();
    };
  }, [dialog, heading, open]);
}

/** Tab goes round in the innermost dialog, and keys are for it also when what had the focus is gone or disabled, which no event tells. */
function useKeys(dialog: Ref, heading: Ref, open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const innermost = opened.at(-1);
      if (!innermost || innermost !== dialog.current || tabRound(innermost, event)) return;
      // Esc finds its dialog by itself.
      if (event.target !== document.body || event.key === 'Escape') return;
      heading.current?.focus({ preventScroll: true });
      heading.current?.dispatchEvent(new KeyboardEvent('keydown', event));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [dialog, heading, open]);
}
