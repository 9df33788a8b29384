import { beforeEach, vi } from 'vitest';

/**
 * happy-dom lays nothing out: for a file of tests a list that scrolls within an element is so high, and each of its rows; it scrolls as
 * far as its first child says, and tells of it.
 */
export function giveHeights({ list = 400, row = 40 } = {}): void {
  beforeEach(() => {
    const contentOf = ({ firstElementChild }: Element) =>
      firstElementChild instanceof HTMLElement ? Number.parseFloat(firstElementChild.style.height) || 0 : 0;
    const spies = [
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(list),
      vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(row),
      vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
        return Math.max(list, contentOf(this));
      }),
      vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function (this: Element, to?: unknown) {
        const { top = 0 } = to as ScrollToOptions;
        this.scrollTop = Math.min(Math.max(0, top), this.scrollHeight - list);
        this.dispatchEvent(new Event('scroll'));
      }),
    ];
    return () => {
      for (const spy of spies) spy.mockRestore();
    };
  });
}
