const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

function focusable(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.closest('[hidden]'),
  );
}

/**
 * Tab goes round inside a modal dialog: the browser's own bar, which comes after it by itself, an installed app does not have.
 * @returns whether it moved the focus
 */
export function tabRound(root: HTMLElement, event: KeyboardEvent): boolean {
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
