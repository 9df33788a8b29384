// Draws the app icons from the R mark: node scripts/icons.mjs. The PNGs are committed, so a build needs no sharp.
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const LAPIS = '#2340ce';
const WHITE = '#ffffff';
const OUT = new URL('../public/icons/', import.meta.url);

/** The R of the brand mark in a 32 × 32 box (src/components/BrandMark.tsx draws the same strokes). */
const R = `<g fill="none" stroke="${WHITE}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">
<path d="M10 24V8h7.2a4.9 4.9 0 0 1 0 9.8H10"/><path d="M17.4 17.8 22.4 24"/></g>`;

/** `radius` in units of 32; `scale` shrinks the R about the centre, for the maskable safe zone of 20 %. */
function icon(radius, scale) {
  const shift = 16 * (1 - scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${LAPIS}"/>
<g transform="translate(${shift} ${shift}) scale(${scale})">${R}</g></svg>\n`;
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
await png('apple-touch-icon.png', 180, icon(0, 0.9));
