/** Pictures that are drawn on the device and saved. */
import type { Download } from '@playwright/test';
import sharp from 'sharp';
import { encode } from 'uqr';
import { expect } from './app';

interface QrPicture {
  fileName: string;
  width: number;
  /** The code's area, with its quiet zone. */
  area: { x: number; y: number; size: number };
}

/** The saved picture holds the QR code of `text`, module by module. */
export async function expectCodeOf(text: string, download: Download, picture: QrPicture): Promise<void> {
  const { area, width, fileName } = picture;
  expect(download.suggestedFilename()).toBe(fileName);
  const { data, info } = await sharp(await download.path())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(width);
  const code = encode(text, { ecc: 'M', border: 4 }).data;
  const pitch = area.size / code.length;
  const at = (place: number) => Math.round((place + 0.5) * pitch);
  const read = code.map((row, y) =>
    row.map((_, x) => (data[(area.y + at(y)) * info.width + area.x + at(x)] ?? 255) < 128),
  );
  expect(read).toEqual(code);
}
