/** Parts of pictures that are drawn on the device and leave the app. */

/** Parts between which a line may break: words with what follows them; single characters where the engine cannot tell. */
function breakable(text: string, language: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text];
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    // Punctuation stays with the word before it, a space may end the line.
    if (isWordLike || words.length === 0 || words.at(-1)?.endsWith(' ')) words.push(segment);
    else words[words.length - 1] += segment;
  }
  return words;
}

/** `text` in lines of which each `fits`, where a single word does. */
export function brokenInto(text: string, language: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [''];
  for (const word of breakable(text, language)) {
    const line = lines.at(-1) ?? '';
    if (line === '' || fits((line + word).trimEnd())) lines[lines.length - 1] = line + word;
    else lines.push(word);
  }
  return lines.map((line) => line.trim());
}

/** Draws the dark modules of a QR code in the present fill, each on whole pixels. */
export function fillModules(
  context: CanvasRenderingContext2D,
  rows: readonly (readonly boolean[])[],
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const edge = (place: number) => Math.round((place * size) / rows.length);
  rows.forEach((row, down) =>
    row.forEach((isDark, across) => {
      if (!isDark) return;
      const [left, top] = [edge(across), edge(down)];
      context.fillRect(x + left, y + top, edge(across + 1) - left, edge(down + 1) - top);
    }),
  );
}

/** An empty picture. @throws when the engine has no canvas */
export function newPicture(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context };
}

/** @throws when the engine cannot make a PNG of it */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no PNG'))), 'image/png');
  });
}
