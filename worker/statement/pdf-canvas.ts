/** One page of paper to draw words and lines on, in points from the upper left corner, as a picture and as text. */
import type { DrawnPage, TextRun } from './pdf-writer';

/** A4 */
export const PAGE = { width: 595.28, height: 841.89 };
/** Pixels a point: 180 dpi, sharp enough to print. */
const SCALE = 2.5;
const INK = '#000';
const PAPER = '#fff';
/** A text that is too wide is set smaller, down to this share; then its end is cut. */
const SMALLEST = 0.7;

export interface TextStyle {
  size: number;
  bold?: boolean;
  /** `x` is at this end of the words. */
  align?: 'left' | 'right';
  /** The words may be at most this wide, in points. */
  width?: number;
}

export function canDraw(): boolean {
  return typeof OffscreenCanvas === 'function' && new OffscreenCanvas(1, 1).getContext('2d') !== null;
}

export class PageCanvas {
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #runs: TextRun[] = [];

  /** @param fonts CSS families @param lang decides which form of a Han character is drawn, where the browser heeds it */
  constructor(
    private readonly fonts: string,
    lang: string,
  ) {
    const canvas = new OffscreenCanvas(Math.round(PAGE.width * SCALE), Math.round(PAGE.height * SCALE));
    const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
    if (!context) throw new Error('no canvas');
    if ('lang' in context) context.lang = lang;
    this.#context = context;
    this.clear();
  }

  clear(): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = PAPER;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.scale(SCALE, SCALE);
    context.fillStyle = INK;
    this.#runs.length = 0;
  }

  /** @param y of the base line */
  text(text: string, x: number, y: number, words: TextStyle): void {
    const { align = 'left', width: most = Infinity } = words;
    const context = this.#context;
    let { size } = words;
    const measure = (one: string) => {
      context.font = `${words.bold ? 600 : 400} ${size}px ${this.fonts}`;
      return context.measureText(one).width;
    };
    let width = measure(text);
    if (width > most) {
      size = Math.max(size * SMALLEST, (size * most) / width);
      width = measure(text);
    }
    let shown = text;
    if (width > most) {
      const characters = Array.from(text);
      while (characters.length > 1 && measure(`${characters.join('')}…`) > most) characters.pop();
      shown = `${characters.join('')}…`;
      width = measure(shown);
    }
    const left = align === 'right' ? x - width : x;
    context.fillText(shown, left, y);
    this.#runs.push({ text: shown, x: left, y: PAGE.height - y, size, width });
  }

  line(from: number, to: number, y: number): void {
    this.#context.fillRect(from, y, to - from, 0.5);
  }

  take(): DrawnPage {
    const { canvas } = this.#context;
    const { width: widthPx, height: heightPx } = canvas;
    const { data } = this.#context.getImageData(0, 0, widthPx, heightPx);
    const stride = Math.ceil(widthPx / 2);
    const grey = new Uint8Array(stride * heightPx);
    for (let row = 0; row < heightPx; row += 1) {
      for (let column = 0; column < widthPx; column += 1) {
        // Everything is drawn in black on white, so that any channel is the grey.
        const shade = (data[(row * widthPx + column) * 4 + 1] ?? 255) >> 4;
        const at = row * stride + (column >> 1);
        grey[at] = (grey[at] ?? 0) | (column % 2 === 0 ? shade << 4 : shade);
      }
    }
    return { widthPx, heightPx, grey, runs: [...this.#runs] };
  }
}
