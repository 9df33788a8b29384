/** Operator content reaches screens without markup, and without control or direction-changing characters. */

const TAGS = /<\/?[a-zA-Z!?][^<>]*>/g;
// Bidirectional overrides, zero-width characters and other format controls that can make a text read as something else; halves of
// characters, which the database does not take.
const CONTROLS =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]/gu;

/** `text` with a blank in place of each invisible character; line breaks stay. */
export const visibleText = (text: string): string =>
  text.normalize('NFC').replaceAll('\r\n', '\n').replace(CONTROLS, ' ');

/** `text` without tags and invisible characters, spaces collapsed, at most `max` characters; line breaks only if `lines`. */
export function plainText(text: string, max: number, lines: 'one-line' | 'many-lines' = 'one-line'): string {
  const bare = visibleText(withoutTags(text));
  const spaced =
    lines === 'one-line' ? bare.replace(/\s+/g, ' ') : bare.replace(/[^\S\n]+/g, ' ').replace(/\n{3,}/g, '\n\n');
  return [...spaced.trim()].slice(0, max).join('').trim();
}

/** Removing one tag can put another together (`<<b>script>`): repeated until nothing is left to remove. */
export function withoutTags(text: string): string {
  const next = text.replace(TAGS, '');
  return next === text ? text : withoutTags(next);
}
