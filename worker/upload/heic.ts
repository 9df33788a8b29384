/**
 * Decodes HEIC where the browser cannot: libheif as plain JavaScript, since our CSP admits no WebAssembly. Three quarters of a
 * megabyte on the wire, so it is a chunk of its own that is loaded for such a file only and never kept ahead (vite.config.ts).
 * libheif is under the LGPL 3: it stays a file apart that anybody can replace.
 */
import libheif from 'libheif-js/libheif/libheif.js';

/** The file's main picture. @throws for what is no HEIC, or more than `mostPixels` */
export async function decodeHeic(file: Blob, mostPixels: number): Promise<ImageData> {
  const decoder = new (libheif().HeifDecoder)();
  const pictures = decoder.decode(new Uint8Array(await file.arrayBuffer()));
  try {
    const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
    if (!picture) throw new TypeError('no picture in it');
    const [width, height] = [picture.get_width(), picture.get_height()];
    // Before there is memory for them: the file says how many there are, and may say anything.
    if (!(width > 0 && height > 0 && width * height <= mostPixels)) throw new RangeError('too many pixels');
    const image = new ImageData(width, height);
    await new Promise<void>((resolve, reject) => {
      picture.display(image, (shown) => (shown ? resolve() : reject(new TypeError('not decoded'))));
    });
    return image;
  } finally {
    for (const one of pictures) one.free();
  }
}
