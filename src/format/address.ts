/** Addresses and card numbers as text. They are shown and read in groups of four so that people can compare them. */

const ENDS = 6;

/** Groups of four characters from the left; a leading `0x` belongs to the first: `0x4f3A88d1` is `['0x4f3A', '88d1']`. */
export function groupsOfFour(text: string): string[] {
  return text.match(/^0x.{1,4}|.{1,4}/gs) ?? [];
}

/** The first and last six characters and what lies between, for highlighting. */
export function addressEnds(address: string): { head: string; middle: string; tail: string } {
  if (address.length <= ENDS * 2) return { head: address, middle: '', tail: '' };
  return { head: address.slice(0, ENDS), middle: address.slice(ENDS, -ENDS), tail: address.slice(-ENDS) };
}

/** `0x4f3A…5B7c60`, only where the whole address is one tap away. */
export function shortAddress(address: string): string {
  const { head, middle, tail } = addressEnds(address);
  return middle === '' ? address : `${head}…${tail}`;
}
