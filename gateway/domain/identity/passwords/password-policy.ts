/** Recognises the passwords that are refused (docs/rules.md §3). Pure. */
import { PASSWORD_MIN_LENGTH } from '../../../../contract/calls/session';
import { COMMON_SEQUENCES, COMMON_WORDS } from './common-passwords';

/** So many digits and signs around a common word make it no better. */
const MAX_DECORATION = 5;

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
];
const TRACKS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

const LETTER_OF_SIGN: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The same part again and again: `aaaaaa`, `abcabc`, `121212`. */
function isRepetition(text: string): boolean {
  return /^(.{1,4})\1+.?$/.test(text);
}

/** A straight walk over digits, letters or a row of keys, in either direction: `123456`, `fedcba`, `asdfgh`. */
function isWalk(text: string): boolean {
  return TRACKS.some((track) => track.includes(text));
}

function isPlain(text: string): boolean {
  return isRepetition(text) || isWalk(text) || COMMON_SEQUENCES.has(text);
}

function isCommonWord(text: string): boolean {
  const spelled = [...text].map((sign) => LETTER_OF_SIGN[sign] ?? sign).join('');
  return COMMON_WORDS.has(text) || COMMON_WORDS.has(spelled);
}

/** A common word with digits and signs around it that are few or plain themselves: `Admin123456`, `love2026!`. */
function isDecoratedWord(text: string): boolean {
  const [, before = '', word = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(text) ?? [];
  if (word === '') return false;
  // `Passw0rd` ends in a letter, `p@ssw0rd1` does not: signs inside a word are spelled out, those around it are cut off.
  if (!isCommonWord(word)) return false;
  return [before, after].every((part) => part.length <= MAX_DECORATION || isPlain(part));
}

/** Two or three common words or plain walks side by side: `qwe123asd`, `iloveyoubaby`. */
function isCommonPair(text: string): boolean {
  const known = (part: string) => part.length >= 3 && (isPlain(part) || COMMON_WORDS.has(part));
  for (let cut = 3; cut <= text.length - 3; cut += 1) {
    if (known(text.slice(0, cut)) && known(text.slice(cut))) return true;
  }
  return false;
}

/**
 * True for a log-in password that an attacker tries first: a common one, or the user's own name at this service.
 * @param loginNames the e-mail address and phone number that it would protect
 */
export function isCommonPassword(password: string, loginNames: readonly string[]): boolean {
  const text = password.normalize('NFKC').toLowerCase().trim();
  const own = loginNames.flatMap((name) => [name.toLowerCase(), name.toLowerCase().split('@')[0]]);
  // A password of six spaces and the like has nothing left, and is none either.
  if (text.length < PASSWORD_MIN_LENGTH || own.includes(text)) return true;
  return isPlain(text) || isCommonWord(text) || isDecoratedWord(text) || isCommonPair(text);
}

/** True for a trade password (digits only) that an attacker tries first: one digit, a straight run, a repeated part. */
export function isCommonTradePassword(tradePassword: string): boolean {
  return isPlain(tradePassword);
}
