// Draws the app icons from the R mark, and the shortcuts' from the app's own icons: node scripts/icons.mjs. The PNGs are committed, so a build needs no sharp.
import { mkdir, writeFile } from 'node:fs/promises';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Headset } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';

const LAPIS = '#2340ce';
const WHITE = '#ffffff';
const OUT = new URL('../public/icons/', import.meta.url);

/** The R of the brand mark in a 32 × 32 box (src/components/BrandMark.tsx draws the same strokes). */
const R = `<g fill="none" stroke="${WHITE}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">
<path d="M10 24V8h7.2a4.9 4.9 0 0 1 0 9.8H10"/><path d="M17.4 17.8 22.4 24"/></g>`;

/** `radius` in units of 32; `scale` shrinks the drawing about the centre, for the maskable safe zone of 20 %. */
function icon(radius, scale, drawing = R, ground = LAPIS) {
  const shift = 16 * (1 - scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${ground}"/>
<g transform="translate(${shift} ${shift}) scale(${scale})">${drawing}</g></svg>\n`;
}

/** One of the app's icons, 24 units wide, in the middle of the box. */
function shortcut(Drawing) {
  const drawn = renderToStaticMarkup(createElement(Drawing, { color: WHITE, strokeWidth: 2, size: 18, x: 7, y: 7 }));
  return icon(9, 1, drawn);
}

async function png(name, size, svg) {
  const file = new URL(name, OUT);
  await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(file.pathname);
}

await mkdir(OUT, { recursive: true });
await writeFile(new URL('favicon.svg', OUT), icon(9, 1));
await png('icon-192.png', 192, icon(9, 1));
await png('icon-512.png', 512, icon(9, 1));
await png('maskable-512.png', 512, icon(0, 0.8));
// The system paints it in a colour of its own: only the shape counts.
await png('monochrome-512.png', 512, icon(0, 0.9, R, 'none'));
await png('apple-touch-icon.png', 180, icon(0, 0.9));
for (const [name, drawing] of Object.entries({
  deposit: ArrowDownToLine,
  withdraw: ArrowUpFromLine,
  trade: ArrowLeftRight,
  service: Headset,
}))
  await png(`shortcut-${name}.png`, 192, shortcut(drawing));
