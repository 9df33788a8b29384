/** `START_WITHOUT=picture,later npm run build` leaves tricks of the start out, so that `npm run bench -- start` sees what each buys. */
import { TRICKS, type Trick } from '../../src/start/manifest.ts';

/** @throws Error for a name that is no trick */
function leftOut(): ReadonlySet<string> {
  const names = (process.env['START_WITHOUT'] ?? '').split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => !(TRICKS as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`START_WITHOUT: no such trick: ${unknown.join(', ')}`);
  return new Set(names);
}

export function has(trick: Trick): boolean {
  return !leftOut().has(trick);
}

/** The names of src/start/manifest.ts stand in each file as themselves: exported from file to file they would be more bytes. */
export const INLINED_NAMES = { inlineConst: { mode: 'all', pass: 2 } } as const;

/** Writes `TRICK` of src/start/manifest.ts into the code. */
export function trickConstants(): Record<string, string> {
  return Object.fromEntries(TRICKS.map((trick) => [`TRICK.${trick}`, String(has(trick))]));
}
