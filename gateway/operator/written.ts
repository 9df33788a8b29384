/** Texts of users on the operator's terminal. `--json` has them as they are. */

/** Puts a user's words on a line that is the operator's: they begin no other line and command no terminal. */
export const written = (text: string | null) => (text ?? '–').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');

/** Puts a text of several lines on lines that each begin with the operator's own mark. */
export function writtenLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => `  | ${written(line)}`);
}
