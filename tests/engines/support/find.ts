/** Finds elements that a person sees, by role and name or by their text, in the page itself. */

/** A pattern is given by its source; it ignores nothing and may span lines. */
export type Text = string | { pattern: string };

export interface Query {
  /** CSS selector; `*` when it is left out. */
  css?: string;
  /** The accessible name as the app gives it: aria-label, aria-labelledby, label, else the text. */
  name?: Text;
  /** Among the innermost elements that have it in their text. */
  text?: Text;
  /** Only inside the first that fits. */
  within?: Query;
}

export interface FoundElement {
  text: string;
  value: string;
  isDisabled: boolean;
  isChecked: boolean;
  /** The middle of the element's visible part when a click there would reach the element, else null. */
  point: { x: number; y: number } | null;
}

/** Runs in the page: uses nothing from outside. Brings the first that fits into view. @returns null when none is visible */
export function findInPage(query: Query): FoundElement | null {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const fits = (text: string, wanted: Text, isWhole: boolean): boolean => {
    if (typeof wanted !== 'string') return new RegExp(wanted.pattern, 's').test(plain(text));
    return isWhole ? plain(text) === wanted : plain(text).includes(wanted);
  };
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label');
    if (label !== null) return label;
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    if (ids.length > 0) return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
    return labels.length > 0 ? labels.map((one) => one.textContent).join(' ') : (element.textContent ?? '');
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };

  const first = (wanted: Query): Element | null => {
    const root = wanted.within ? first(wanted.within) : document.documentElement;
    if (!root) return null;
    const { name, text } = wanted;
    let all = [...root.querySelectorAll(wanted.css ?? '*')].filter(isSeen);
    if (name !== undefined) all = all.filter((element) => fits(nameOf(element), name, true));
    if (text === undefined) return all[0] ?? null;
    all = all.filter((element) => fits(element.textContent ?? '', text, false));
    return all.find((element) => !all.some((other) => other !== element && element.contains(other))) ?? null;
  };

  const element = first(query);
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const hit = document.elementFromPoint(x, y);
  const control = element instanceof HTMLLabelElement ? (element.control ?? element) : element;
  return {
    text: plain(element.textContent ?? ''),
    value: 'value' in control ? String(control.value) : '',
    isDisabled: control.matches(':disabled, [aria-disabled="true"]'),
    isChecked: control.matches(':checked, [aria-checked="true"]'),
    point: hit !== null && element.contains(hit) ? { x, y } : null,
  };
}
