/** Finds misfits on the screen: anything wider than the screen, text cut off, text on top of another. */
import type { Page } from '@playwright/test';

/** Tells each misfit in one line. */
export async function misfits(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Rows of a long list are placed anew once their heights have changed, e.g. with the window's width: measured in the
    // next frame, drawn by React in a message after it, and this message comes after that one.
    const rows = (): string =>
      [...document.querySelectorAll('[role="listitem"][data-index]')]
        .map((row) => JSON.stringify(row.getBoundingClientRect()))
        .join(';');
    // A list that never comes to rest is measured as it is after this many rounds.
    const MAX_ROUNDS = 100;
    let placed = '';
    for (let round = 0; round < MAX_ROUNDS && placed !== rows(); round += 1) {
      placed = rows();
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }

    const SLACK = 1.5;
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);

    interface Text {
      text: string;
      parent: Element;
      rects: DOMRect[];
      shown: DOMRect[];
      /** Fixed and sticky things lie above the parts that scroll. */
      layer: Element | null;
    }

    const layerOf = (element: Element): Element | null => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at;
      }
      return null;
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.rab-sr, select, svg, noscript') === null;

    /** The part of a rectangle that the boxes which scroll around it let through. */
    const visiblePart = (rect: DOMRect, element: Element): DOMRect => {
      let { left, top, right, bottom } = rect;
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (![overflowX, overflowY].some((value) => ['auto', 'scroll'].includes(value))) continue;
        const box = at.getBoundingClientRect();
        [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
        [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };

    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || !parent || !isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      const shown = rects.map((rect) => visiblePart(rect, parent));
      texts.push({ text: text.slice(0, 60), parent, rects, shown, layer: layerOf(parent) });
    }

    for (const { text, parent, rects } of texts) {
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        // A part that scrolls sideways on purpose (chips, slides) shows the rest.
        if (['auto', 'scroll'].includes(overflowX)) break;
        const box = at.getBoundingClientRect();
        const isCut = rects.some(
          (rect) =>
            rect.left < box.left - SLACK ||
            rect.right > box.right + SLACK ||
            rect.top < box.top - SLACK ||
            rect.bottom > box.bottom + SLACK,
        );
        if (isCut) found.push(`cut: “${text}”`);
        if (isCut) break;
      }
    }

    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        if (one.layer !== other.layer || one.parent.contains(other.parent) || other.parent.contains(one.parent))
          continue;
        const overlap = one.shown.some((a) =>
          other.shown.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
              // Lines set tightly touch; glyphs do not.
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 3,
          ),
        );
        if (overlap) found.push(`overlap: “${one.text}” and “${other.text}”`);
      }
    });
    return [...new Set(found)];
  });
}
