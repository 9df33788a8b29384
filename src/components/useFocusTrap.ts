import { useEffect, type RefObject } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

function focusable(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.closest('[hidden]'),
  );
}

/** Tab goes round inside `root`; returns whether it did. */
function keepInside(root: HTMLElement, event: KeyboardEvent): boolean {
  if (event.key !== 'Tab') return false;
  const stops = focusable(root);
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return false;
  const outside = !root.contains(document.activeElement);
  const atEdge = document.activeElement === (event.shiftKey ? first : last);
  const atTitle = event.shiftKey && !stops.includes(document.activeElement as HTMLElement);
  if (!outside && !atEdge && !atTitle) return false;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
  return true;
}

const traps: HTMLElement[] = [];

/**
 * While `active`, focus starts on `initial`, stays inside `root` and returns to where it was afterwards. The innermost
 * of several traps holds.
 */
export function useFocusTrap(
  root: RefObject<HTMLElement | null>,
  initial: RefObject<HTMLElement | null>,
  active: boolean,
): void {
  useEffect(() => {
    const element = root.current;
    if (!active || !element) return;
    const before = document.activeElement;
    traps.push(element);
    initial.current?.focus({ preventScroll: true });
    const isInnermost = () => traps.at(-1) === element;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isInnermost() || keepInside(element, event)) return;
      // What had the focus may be gone or disabled, which no event tells: the key is for what holds the focus all the same.
      if (event.target !== document.body) return;
      initial.current?.focus({ preventScroll: true });
      initial.current?.dispatchEvent(new KeyboardEvent('keydown', event));
    };
    const onFocusIn = (event: FocusEvent) => {
      if (isInnermost() && event.target instanceof Node && !element.contains(event.target))
        initial.current?.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('focusin', onFocusIn);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('focusin', onFocusIn);
      traps.splice(traps.indexOf(element), 1);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [root, initial, active]);
}
