/** The tests drive every browser by this interface, whatever its engine and protocol. */

/** CSS pixels from the top left corner of the page's own area. */
export interface Point {
  x: number;
  y: number;
}

/** Keys by their names in WebDriver's `Keyboard Actions`. */
export const KEYS = { Escape: '\uE00C' } as const;

export interface Browser {
  /** E.g. `Firefox 153.7`. */
  readonly name: string;
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Runs a function in the page; it may only use its argument, and both ways go as JSON. @throws Error what the function throws
   */
  evaluate<A, R>(script: (arg: A) => R | Promise<R>, arg: A): Promise<R>;
  /** Presses and releases the main button there. */
  click(point: Point): Promise<void>;
  /** Types each character, or key of `KEYS`, into the element that has the focus. */
  type(text: string): Promise<void>;
  /** A PNG of the page as it is shown. */
  screenshot(): Promise<Buffer>;
  /** Errors of the page so far: thrown, on the console, and refused by its content policy, as far as the engine tells. */
  complaints(): Promise<string[]>;
  /** Ends the browser and all that was started for it. */
  close(): Promise<void>;
}

/** The actions of a click and of typing are the same in WebDriver and WebDriver BiDi. */
export function clickActions({ x, y }: Point): object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

export function typeActions(text: string): object[] {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** A function's source as an expression for another program: tsx wraps names in a helper that is only here. */
export function sourceOf<A, R>(script: (arg: A) => R): string {
  return `(arg) => { const __name = (named) => named; return (${script.toString()})(arg); }`;
}
