/**
 * The address as a picture to keep or to send: the QR code with everything that has to be known with it. One look in both
 * themes, since it is read by cameras and leaves the app.
 */
import { brokenInto, fillModules, newPicture, pngOf } from '../../../components/picture';
import { groupsOfFour } from '../../../format/address';

/** Edge lengths in px of the picture. */
export const WIDTH = 1080;
const MARGIN = 90;
export const QR_AREA = { x: 220, y: 300, size: 640 } as const;

const PAPER = '#ffffff';
const INK = '#131d57';
const WARNING = '#855000';

const GROUPS_A_LINE = 4;

export interface AddressImage {
  title: string;
  network: string;
  address: string;
  /** One after the other below the address. */
  warnings: readonly string[];
  rows: readonly (readonly boolean[])[];
  /** CSS names of a family. */
  fontFamily: string;
  /** BCP 47, for where lines may break. */
  language: string;
}

interface Line {
  text: string;
  font: string;
  colour: string;
  /** Distance of the baseline from the top, px. */
  y: number;
}

/** Everything that is written, and where the picture ends. */
function linesOf(context: CanvasRenderingContext2D, image: AddressImage): { lines: Line[]; height: number } {
  const { title, network, address, warnings, fontFamily, language } = image;
  const lines: Line[] = [
    { text: title, font: `600 56px ${fontFamily}`, colour: INK, y: 150 },
    { text: network, font: `400 44px ${fontFamily}`, colour: INK, y: 225 },
  ];
  let y = QR_AREA.y + QR_AREA.size;
  const add = (text: string, size: number, weight: number, colour: string, after: number) => {
    y += after;
    lines.push({ text, font: `${weight} ${size}px ${fontFamily}`, colour, y });
  };
  const groups = groupsOfFour(address);
  for (let first = 0; first < groups.length; first += GROUPS_A_LINE) {
    add(groups.slice(first, first + GROUPS_A_LINE).join(' '), 48, 600, INK, 68);
  }
  y += 30;
  context.font = `400 36px ${fontFamily}`;
  const fits = (line: string) => context.measureText(line).width <= WIDTH - 2 * MARGIN;
  for (const warning of warnings) {
    brokenInto(warning, language, fits).forEach((line, index) => add(line, 36, 400, WARNING, index === 0 ? 70 : 50));
  }
  return { lines, height: y + MARGIN };
}

/** Draws the picture. @throws when the engine has no canvas or cannot make a PNG of it */
export async function drawAddressImage(image: AddressImage): Promise<Blob> {
  const { canvas, context } = newPicture(WIDTH, 0);
  const { lines, height } = linesOf(context, image);
  canvas.height = height;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, height);
  context.fillStyle = INK;
  fillModules(context, image.rows, QR_AREA);
  context.textAlign = 'center';
  for (const { text, font, colour, y } of lines) {
    context.font = font;
    context.fillStyle = colour;
    context.fillText(text, WIDTH / 2, y);
  }
  return pngOf(canvas);
}
