/** Draws a plain grid of degrees in place of a map: no network, no source, no borders that anybody could dispute. */
import { GridLayer, type Coords } from 'leaflet';

const SIZE = 256;

/** Degrees between two lines, from the largest; lines lie at least so far apart that their labels do not meet. */
const STEPS = [45, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005];
const LEAST_PX = 64;

function stepAt(zoom: number): number {
  const pxPerDegree = (SIZE * 2 ** zoom) / 360;
  return STEPS.findLast((step) => step * pxPerDegree >= LEAST_PX) ?? 45;
}

const label = (degrees: number) => `${Number(degrees.toFixed(4))}°`.replace('-', '−');

interface GridColors {
  line: string;
  ink: string;
  font: string;
}

function colorsOf(element: Element): GridColors {
  const style = getComputedStyle(element);
  return {
    line: style.getPropertyValue('--rab-line'),
    ink: style.getPropertyValue('--rab-ink-3'),
    font: style.fontFamily,
  };
}

/** Multiples of `step` between two values, as their numbers. */
function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(Math.min(from, to) / step);
  const last = Math.floor(Math.max(from, to) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** Writes right of a line, or left of it where the tile ends. */
function writeBeside(pen: CanvasRenderingContext2D, text: string, x: number): void {
  const { width } = pen.measureText(text);
  pen.fillText(text, x + 3 + width > SIZE ? x - 3 - width : x + 3, 12);
}

export class DegreeGrid extends GridLayer {
  protected override createTile(coords: Coords): HTMLElement {
    const tile = document.createElement('canvas');
    const scale = Math.min(2, devicePixelRatio);
    tile.width = SIZE * scale;
    tile.height = SIZE * scale;
    const pen = tile.getContext('2d');
    if (pen) this.#draw(pen, coords, scale);
    return tile;
  }

  #draw(pen: CanvasRenderingContext2D, coords: Coords, scale: number): void {
    const map = this._map;
    const { line, ink, font } = colorsOf(map.getContainer());
    const corner = coords.scaleBy({ x: SIZE, y: SIZE } as never);
    const at = (x: number, y: number) => map.unproject([corner.x + x, corner.y + y], coords.z);
    const [north, south] = [at(0, 0), at(SIZE, SIZE)];
    const step = stepAt(coords.z);
    pen.scale(scale, scale);
    pen.strokeStyle = line;
    pen.fillStyle = ink;
    pen.font = `11px ${font}`;
    pen.beginPath();
    for (const lng of multiples(north.lng, south.lng, step)) {
      const { x } = map.project([0, lng], coords.z).subtract(corner);
      pen.moveTo(x, 0);
      pen.lineTo(x, SIZE);
      // The next tile has the line at its own beginning, and writes there.
      if (Math.abs(lng) <= 180 && x < SIZE) writeBeside(pen, label(lng), x);
    }
    for (const lat of multiples(north.lat, south.lat, step)) {
      const { y } = map.project([lat, 0], coords.z).subtract(corner);
      pen.moveTo(0, y);
      pen.lineTo(SIZE, y);
      pen.fillText(label(lat), 3, y - 3);
    }
    pen.stroke();
  }
}
