/** Computes what a name looks like, whatever characters it is written with (Unicode TR39). */
import unhomoglyph from 'unhomoglyph';

/** Small capitals and turned letters, which neither NFKC nor TR39 take for letters of the alphabet. */
const OTHER_FORMS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpꞯqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzЯRᴙrꓤRᖇRᔕS'.matchAll(/(.)(.)/gu)].map(
    ([, look = '', letter = '']) => [look, letter],
  ),
);

/** Alphabets of pictures, each in the order of A to Z: negative circled, negative squared, regional indicators. */
const PICTURED_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

function plainLetters(text: string): string {
  return [...text]
    .map((char) => {
      const code = char.codePointAt(0) ?? 0;
      const first = PICTURED_ALPHABETS.find((start) => code >= start && code < start + 26);
      return first === undefined ? (OTHER_FORMS[char] ?? char) : String.fromCodePoint(0x41 + code - first);
    })
    .join('');
}

const withoutMarks = (text: string) => text.normalize('NFKD').replace(/[\p{M}\p{DI}]/gu, '');

/** Letters that digits and signs stand for. What looks like i, l or 1 is one letter, since it cannot be told apart in every font. */
const STAND_INS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'l',
  '|': 'l',
  '€': 'e',
  i: 'l',
  ß: 'b',
};

/** Letters as they look, with their case: confusables are told apart by it. */
export function lookOf(text: string): string {
  return withoutMarks(plainLetters(unhomoglyph(plainLetters(withoutMarks(text)))));
}

/**
 * Reduces what `lookOf` gives: no case, and letters in the place of the digits and signs that stand for them. Two texts that look
 * alike become the same.
 */
export function skeletonOf(look: string): string {
  // Small letters have look-alikes of their own.
  const small = withoutMarks(plainLetters(unhomoglyph(look.toLowerCase()))).toLowerCase();
  return [...small].map((char) => STAND_INS[char] ?? char).join('');
}
