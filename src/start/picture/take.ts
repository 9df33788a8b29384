/** Makes a picture of the visible part of the screen: it looks the same, but nobody can tap it, and no screen reader reads it. */
import type { PictureNode } from '../../bridge/types';

/** Live regions tell passing events; texts for screen readers alone are not seen. */
const LEFT_OUT = '[role=status], [role=alert], .rab-sr';
const LEFT_OUT_ATTRIBUTES =
  /^(?:on.*|(?:xlink:)?href|srcset|tabindex|title|xmlns|name|for|target|rel|aria-(?:label.*|controls|describedby|owns))$/;
/** An ornament of thousands of strokes costs more to keep and paint than it tells; its place stays. */
const DRAWING_LIMIT = 4_000;
/** Share of the window's height: elements a little out of sight may hold the layout. */
const BELOW = 1.1;

function isInSight(element: Element): boolean {
  if (element.getClientRects().length === 0) return getComputedStyle(element).display === 'contents';
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight * BELOW;
}

function attributesOf(element: Element): Record<string, string> {
  const isSvg = element instanceof SVGElement;
  const kept = [...element.attributes].filter(
    ({ name }) => !LEFT_OUT_ATTRIBUTES.test(name) && (isSvg || name !== 'id'),
  );
  return Object.fromEntries(kept.map(({ name, value }) => [name, value]));
}

function nodeOf(node: Node): PictureNode[] {
  if (node instanceof Text) return node.data === '' ? [] : [node.data];
  if (!(node instanceof Element) || node.matches(LEFT_OUT)) return [];
  // Parts of a drawing have places of their own.
  if (!(node instanceof SVGElement) && !isInSight(node)) return [];
  const isOrnament = node instanceof SVGSVGElement && node.innerHTML.length > DRAWING_LIMIT;
  return [[node.localName, attributesOf(node), isOrnament ? [] : childrenOf(node)]];
}

function childrenOf(parent: Node): PictureNode[] {
  return [...parent.childNodes].flatMap(nodeOf);
}

/** Returns the contents of `root` that are in sight. */
export function takePicture(root: Element): PictureNode[] {
  return childrenOf(root);
}
