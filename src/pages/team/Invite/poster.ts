/** The poster: who invites, the link as a QR code, the code for typing. Drawn on the device, in the theme that is shown. */
import { brokenInto, fillModules, newPicture, pngOf } from '../../../components/picture';
import { DRAWINGS, rosetteCurves } from '../../../components/rosette-curves';

/** Edge lengths in px of the picture. */
export const SIZE = { width: 1080, height: 1500 } as const;
const MARGIN = 80;
const SHEET = { x: 140, y: 450, width: 800, height: 930, radius: 48 } as const;
const ROSETTE = { x: 900, y: 190, scale: 2.4 } as const;
export const QR_AREA = { x: 220, y: 470, size: 640 } as const;

/** Colours of the code and its ground, the same in both themes: cameras read dark on light. */
const PAPER = '#ffffff';
const INK = '#131d57';

export interface Poster {
  title: string;
  /** Below the QR code. */
  hint: string;
  codeLabel: string;
  code: string;
  /** The link's target, for the eye. */
  site: string;
  rows: readonly (readonly boolean[])[];
  /** Of the theme that is shown. */
  colours: { ground: string; ink: string; faint: string; line: string };
  /** CSS names of a family. */
  fontFamily: string;
  /** BCP 47, for where lines may break. */
  language: string;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
}

/** With square corners in browsers that draw no round ones. */
function fillRounded(context: CanvasRenderingContext2D, { x, y, width, height, radius }: Box): void {
  context.beginPath();
  if ('roundRect' in context) context.roundRect(x, y, width, height, radius);
  else (context as CanvasRenderingContext2D).rect(x, y, width, height);
  context.fill();
}

/** The R of the app's mark on its square of 32 units, as src/components/BrandMark.tsx draws it. */
function drawMark(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 32, size / 32);
  context.fillStyle = PAPER;
  fillRounded(context, { x: 0, y: 0, width: 32, height: 32, radius: 9 });
  context.strokeStyle = INK;
  context.lineWidth = 3.2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(new Path2D('M10 24V8h7.2a4.9 4.9 0 0 1 0 9.8H10M17.4 17.8 22.4 24'));
  context.restore();
}

/** The rosette of the certificate cards, about the upper right corner. */
function drawRosette(context: CanvasRenderingContext2D, colour: string): void {
  const { x, y, scale } = ROSETTE;
  context.save();
  context.strokeStyle = colour;
  context.globalAlpha = 0.3;
  context.translate(x, y);
  context.scale(scale, scale);
  context.lineWidth = DRAWINGS.header.strokeWidth;
  for (const { path, degrees } of rosetteCurves('header')) {
    context.save();
    context.rotate((degrees * Math.PI) / 180);
    context.stroke(new Path2D(path));
    context.restore();
  }
  context.restore();
}

interface Text {
  text: string;
  size: number;
  weight: 400 | 600;
  colour: string;
  /** Baseline of the first line. */
  y: number;
  /** The most that it may be wide. */
  width: number;
  align?: 'left' | 'center';
}

/** Writes a text in at most two lines, smaller where it needs more. */
function write(context: CanvasRenderingContext2D, text: Text, { fontFamily, language }: Poster): void {
  const { y, width, colour, weight, align = 'center' } = text;
  let { size } = text;
  const broken = () => {
    context.font = `${weight} ${size}px ${fontFamily}`;
    return brokenInto(text.text, language, (line) => context.measureText(line).width <= width);
  };
  let lines = broken();
  const isTooMuch = () => lines.length > 2 || lines.some((line) => context.measureText(line).width > width);
  while (isTooMuch() && size > 24) {
    size -= 4;
    lines = broken();
  }
  context.fillStyle = colour;
  context.textAlign = align;
  const x = align === 'left' ? MARGIN : SIZE.width / 2;
  lines.forEach((line, index) => context.fillText(line, x, y + index * size * 1.35, width));
}

/** Draws the poster. @throws when the engine has no canvas or cannot make a PNG of it */
export async function drawPoster(poster: Poster): Promise<Blob> {
  const { title, hint, codeLabel, code, site, rows, colours } = poster;
  const { canvas, context } = newPicture(SIZE.width, SIZE.height);
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  drawRosette(context, colours.line);
  drawMark(context, MARGIN, 90, 96);
  context.fillStyle = PAPER;
  fillRounded(context, SHEET);
  context.fillStyle = INK;
  fillModules(context, rows, QR_AREA);
  const within = SHEET.width - 2 * MARGIN;
  const across = SIZE.width - 2 * MARGIN;
  const texts: readonly Text[] = [
    { text: title, size: 64, weight: 600, colour: colours.ink, y: 300, width: across, align: 'left' },
    { text: hint, size: 34, weight: 400, colour: INK, y: 1150, width: within },
    { text: codeLabel, size: 34, weight: 400, colour: INK, y: 1256, width: within },
    { text: code, size: 72, weight: 600, colour: INK, y: 1338, width: within },
    { text: site, size: 32, weight: 400, colour: colours.faint, y: 1450, width: across },
  ];
  for (const text of texts) write(context, text, poster);
  return pngOf(canvas);
}
