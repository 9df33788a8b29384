/**
 * Shows the picture of Home before the page's own code is there (README.md). The build makes one file of it with everything that
 * it imports: it runs while everything else is still loading.
 */
import type { HomePicture, PictureNode } from '../../bridge/types';
import { readPreference } from '../../theme/preferences';
import { AGE_ATTRIBUTE, MARK_CLASS } from '../manifest';

/** The addresses whose start ends at Home; a test holds them and src/app/paths.ts together. */
const HOME_HASHES: readonly string[] = ['', '#', '#/', '#/pages/index/index'];

const SVG = 'http://www.w3.org/2000/svg';
const TAGS =
  /^(?:a|article|aside|b|button|dd|div|dl|dt|em|figcaption|figure|footer|h[1-6]|header|i|img|label|li|main|nav|ol|p|section|small|span|strong|time|ul|svg|circle|clipPath|defs|ellipse|g|line|linearGradient|mask|path|polygon|polyline|rect|stop|text|tspan)$/;
const REFUSED_ATTRIBUTES = /^on|href|^(?:src(?:doc|set)|action|formaction|target|ping)$/i;
/** The app's own files, and images written out in the page itself. */
const IMAGES = /^(?:\/(?!\/)|data:image\/)/;

function fits({ lang, width, isHidden }: HomePicture): boolean {
  return (
    lang === document.documentElement.lang &&
    width === innerWidth &&
    isHidden === (readPreference('rab.eye') === 'hidden') &&
    readPreference('rab.leaving') === null &&
    HOME_HASHES.includes(location.hash.replace(/\?.*/, ''))
  );
}

/** @throws TypeError for elements and attributes that no picture of ours has */
function elementOf(node: PictureNode, isInSvg: boolean): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  const [tag, attributes, children] = node;
  if (!TAGS.test(tag)) throw new TypeError(tag);
  const isSvg = isInSvg || tag === 'svg';
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (REFUSED_ATTRIBUTES.test(name) || (name === 'src' && !IMAGES.test(value))) throw new TypeError(name);
    // The content policy admits no style in the text of a page.
    if (name === 'style') element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.map((child) => elementOf(child, isSvg)));
  return element;
}

/** Resolves after the next frame; in a page that nobody sees there is none to wait for. */
function painted(): Promise<void> {
  if (document.visibilityState !== 'visible') return Promise.resolve();
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    }),
  );
}

function withAge(frame: HTMLElement, { asOf, maxAgeMs, age }: HomePicture): void {
  const now = Date.now();
  if (Math.abs(now - asOf) <= maxAgeMs) return;
  const isToday = new Date(asOf).toDateString() === new Date(now).toDateString();
  frame.querySelector(`[${AGE_ATTRIBUTE}]`)?.append(elementOf(isToday ? age.today : age.later, false));
}

/**
 * @param build which one index.html is of: class names are another build's in another one
 * @param styles resolves when what Home shows has its styles
 * @returns whether it is on the screen: not where it does not fit, or the page itself was there before
 */
export async function draw(picture: HomePicture, build: string, styles?: Promise<unknown>): Promise<boolean> {
  try {
    if (picture.build !== build || !fits(picture)) return false;
    const frame = document.createElement('div');
    frame.append(...picture.nodes.map((node) => elementOf(node, false)));
    withAge(frame, picture);
    await styles;
    const root = document.getElementById('root');
    if (!root?.querySelector(`:scope > .${MARK_CLASS}`)) return false;
    for (const element of frame.children) (element as HTMLElement).inert = true;
    root.replaceChildren(...frame.childNodes);
    await painted();
    return true;
  } catch {
    // Storage is refused, or the picture is none of ours: the mark stays until the page is there.
    return false;
  }
}
