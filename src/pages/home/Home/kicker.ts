/** Decides which of a banner's two texts stands first. */

/** One small line beside a button has room for 24 wide characters, or 40 narrow ones. */
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;
const ROOM = 120;
const WIDE_ROOM = ROOM / 24;
const NARROW_ROOM = ROOM / 40;

/** A kicker names the subject in a few words and stands above the title; anything longer explains it, below. */
export function isKicker(text: string): boolean {
  let taken = 0;
  for (const character of text) taken += WIDE.test(character) ? WIDE_ROOM : NARROW_ROOM;
  return taken <= ROOM;
}
