/** The banner turns every three seconds, and not while somebody holds it or wants no motion (docs/rules.md §21). */
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Banner } from '../../../src/components/Banner';
import { REDUCED_MOTION } from '../../../src/components/useMediaQuery';
import { find, render } from '../support/render';

const TURN_MS = 3_000;
const WIDTH = 300;
const SLIDES = ['one', 'two', 'three'].map((id) => ({ id, content: <button type="button">{id}</button> }));

/** The slides that the banner scrolled to, and how. */
const turns: ScrollToOptions[] = [];

function media(isReduced: boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isReduced && query === REDUCED_MOTION,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

const region = () => find('section[aria-roledescription]');
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const send = (event: Event) => act(() => void region().dispatchEvent(event));
/** React makes entering and leaving out of these. */
const pointer = (type: 'pointerover' | 'pointerout', pointerType: string) =>
  send(new PointerEvent(type, { bubbles: true, pointerType, relatedTarget: document.body }));
const touch = (type: 'touchstart' | 'touchend' | 'touchcancel', touches: number) =>
  send(Object.assign(new Event(type, { bubbles: true }), { touches: Array.from({ length: touches }) }));

function show(): void {
  render(<Banner label="News" slides={SLIDES} />);
}

beforeEach(() => {
  vi.useFakeTimers();
  turns.length = 0;
  media(false);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(function scroll(this: HTMLElement, to: unknown) {
    turns.push(to as ScrollToOptions);
    this.scrollLeft = (to as { left: number }).left;
    this.dispatchEvent(new Event('scroll'));
  } as typeof HTMLElement.prototype.scrollTo);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const lefts = () => turns.map(({ left }) => left);

describe('the banner', () => {
  it('turns every three seconds, after the last slide to the first', () => {
    show();
    pass(TURN_MS - 1);
    expect(lefts()).toEqual([]);
    pass(1);
    expect(lefts()).toEqual([WIDTH]);
    pass(TURN_MS);
    pass(TURN_MS);
    expect(lefts()).toEqual([WIDTH, 2 * WIDTH, 0]);
  });

  it('pauses while it is touched, and goes on three seconds after the finger has left', () => {
    show();
    pass(2_000);
    touch('touchstart', 1);
    pass(10 * TURN_MS);
    expect(lefts()).toEqual([]);
    touch('touchend', 0);
    pass(TURN_MS - 1);
    expect(lefts()).toEqual([]);
    pass(1);
    expect(lefts()).toEqual([WIDTH]);
  });

  it('pauses until the last of two fingers has left', () => {
    show();
    touch('touchstart', 2);
    touch('touchend', 1);
    pass(10 * TURN_MS);
    expect(lefts()).toEqual([]);
    touch('touchcancel', 0);
    pass(TURN_MS);
    expect(lefts()).toEqual([WIDTH]);
  });

  it('pauses under the mouse; a finger that passes leaves no pause behind', () => {
    show();
    pointer('pointerover', 'touch');
    pass(TURN_MS);
    expect(lefts()).toEqual([WIDTH]);
    pointer('pointerover', 'mouse');
    pass(10 * TURN_MS);
    expect(lefts()).toEqual([WIDTH]);
  });

  it('pauses while something in it has the focus, also when a finger comes and goes', () => {
    show();
    const inside = find('button');
    act(() => inside.focus());
    touch('touchstart', 1);
    touch('touchend', 0);
    pass(10 * TURN_MS);
    expect(lefts()).toEqual([]);
    act(() => inside.blur());
    pass(TURN_MS);
    expect(lefts()).toEqual([WIDTH]);
  });

  it('never turns by itself for who wants no motion, and moves without a slide when asked to', () => {
    media(true);
    show();
    pass(100 * TURN_MS);
    expect(lefts()).toEqual([]);
    act(() => find('button[aria-label="Slide 2"]').click());
    expect(turns).toEqual([{ left: WIDTH, behavior: 'auto' }]);
  });
});
