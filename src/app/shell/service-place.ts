/** Finds a place for the floating button where it covers nothing that somebody taps and, if there is one, nothing that somebody reads. */

export interface Span {
  top: number;
  bottom: number;
}

const WIDTH_PX = 44;
const HEIGHT_PX = 48;
const AIR_PX = 2;
/** No part that one taps is smaller, also where it looks so. */
const TARGET_PX = 44;
const CONTROLS = 'a[href], button, input, select, textarea, summary, label';

/** The free place nearest to the wanted one; null where nothing is free. */
export function freeTop(wanted: number, taken: readonly Span[], within: Span): number | null {
  const isFree = (top: number) =>
    top >= within.top &&
    top + HEIGHT_PX <= within.bottom &&
    taken.every((span) => top + HEIGHT_PX + AIR_PX <= span.top || top >= span.bottom + AIR_PX);
  const beside = taken.flatMap((span) => [span.top - AIR_PX - HEIGHT_PX, span.bottom + AIR_PX]);
  const nearest = [wanted, ...beside]
    .filter(isFree)
    .toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted));
  return nearest[0] ?? null;
}

function grown({ left, top, width, height }: DOMRect): DOMRect {
  const [x, y] = [Math.max(0, TARGET_PX - width) / 2, Math.max(0, TARGET_PX - height) / 2];
  return new DOMRect(left - x, top - y, width + 2 * x, height + 2 * y);
}

/** Boxes of the words that one sees. */
function textBoxes(content: Element, isInWay: (box: DOMRect) => boolean): DOMRect[] {
  const boxes: DOMRect[] = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    const inWay = [...range.getClientRects()].filter(isInWay);
    if (inWay.length > 0 && !texts.currentNode.parentElement?.closest('.rab-sr')) boxes.push(...inWay);
  }
  return boxes;
}

/** How far up the button has to go from the place where it was put, px; null where it would cover something everywhere. */
export function freeShift(button: HTMLElement, content: Element): number | null {
  const frame = content.parentElement ?? content;
  const isLeft = button.dataset['side'] === 'left';
  // The button may be hidden now, below a sheet: then these are known as well.
  const style = getComputedStyle(button);
  const edge = WIDTH_PX + (Number.parseFloat(isLeft ? style.left : style.right) || 0);
  const wanted = innerHeight - HEIGHT_PX - Number.parseFloat(style.bottom);
  const within = { top: Number.parseFloat(style.scrollMarginTop), bottom: innerHeight };
  const isInWay = ({ left, right, top, bottom, width, height }: DOMRect) =>
    width > 0 &&
    height > 0 &&
    bottom > 0 &&
    top < innerHeight &&
    (isLeft ? left < edge && right > 0 : right > innerWidth - edge && left < innerWidth);
  const controls = [...frame.querySelectorAll(CONTROLS)]
    .filter((control) => control !== button && !control.closest('dialog'))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(grown)
    .filter(isInWay);
  const texts = textBoxes(content, isInWay);
  const top = freeTop(wanted, [...controls, ...texts], within) ?? freeTop(wanted, controls, within);
  return top === null ? null : wanted - top;
}
