/** The words of a page and where they stand, for search and for screen readers. Pure. */

/** A box as fractions of the page, from its upper left corner. */
export interface TextBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextPiece extends TextBox {
  text: string;
  /** A line ends with it. */
  endsLine: boolean;
}

/** A match on one page: usually one box, more where it spans pieces. */
export type TextMatch = readonly TextBox[];

/** A page with more text is searched up to here. */
const MAX_TEXT = 200_000;
/** More matches on one page help nobody. */
const MAX_MATCHES = 200;

/** The page's text as it is read: pieces that follow each other, lines apart. */
export function plainText(pieces: readonly TextPiece[]): string {
  return pieces
    .map(({ text, endsLine }) => text + (endsLine ? '\n' : ''))
    .join('')
    .slice(0, MAX_TEXT);
}

/** As `text` with small letters; the same text where that has another length, so that places stay the same. */
function folded(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text;
}

/** The part of a piece between two of its characters, taken to be of equal width. */
function partOf({ text, x, y, width, height }: TextPiece, from: number, to: number): TextBox {
  const share = width / Math.max(1, text.length);
  return { x: x + from * share, y, width: (to - from) * share, height };
}

/** Returns each place of `wanted` on the page, in reading order; letters' case does not matter. */
export function matchesOf(pieces: readonly TextPiece[], wanted: string): TextMatch[] {
  const needle = folded(wanted.trim());
  if (needle === '') return [];
  const text = folded(plainText(pieces));
  const matches: TextMatch[] = [];
  for (
    let at = text.indexOf(needle);
    at >= 0 && matches.length < MAX_MATCHES;
    at = text.indexOf(needle, at + needle.length)
  ) {
    matches.push(boxesBetween(pieces, at, at + needle.length));
  }
  return matches;
}

function boxesBetween(pieces: readonly TextPiece[], from: number, to: number): TextBox[] {
  const boxes: TextBox[] = [];
  let start = 0;
  for (const piece of pieces) {
    const end = start + piece.text.length;
    if (start >= to) break;
    if (end > from && piece.text !== '') {
      boxes.push(partOf(piece, Math.max(from, start) - start, Math.min(to, end) - start));
    }
    start = end + (piece.endsLine ? 1 : 0);
  }
  return boxes;
}
