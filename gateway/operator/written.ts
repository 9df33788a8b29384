/**
 * Puts a user's words on a line that is the operator's: they begin no other line and command no terminal. `--json` has them as
 * they are.
 */
export const written = (text: string | null) => (text ?? '–').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
