/** Makes a picture of what is in sight: enough to look the same, nothing that one could do or hear. */
import type { PictureNode } from '../bridge/types';

/** Live regions tell what is passing; what stands there for screen readers only is not seen. */
const LEFT_OUT = '[role=status], [role=alert], .rab-sr';
const LEFT_OUT_ATTRIBUTES =
  /^(?:on.*|(?:xlink:)?href|srcset|tabindex|title|xmlns|name|for|target|rel|aria-(?:label.*|controls|describedby|owns))$/;
/** An ornament of thousands of strokes costs more to keep and paint than it tells; its place stays. */
const DRAWING_LIMIT = 4_000;
/** Of the window's height: what is a little out of sight may hold the layout. */
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
