/**
 * The one seed of a run: drawn once, handed to all its processes, and repeated by `SEED`. And how long the model tests' runs
 * are: `TEST_LONG=1` (`npm run test:long`) has 2,000 sequences of each, `SEQUENCES` any other number.
 */

/** A model test has this many sequences in a long run. */
const LONG_SEQUENCES = 2_000;

/** fast-check takes an integer of 32 bits. */
function drawn(): string {
  return String(Math.floor(Math.random() * 2 ** 31));
}

function numberFrom(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`${name} is not a whole number: ${text}`);
}

/** Nobody gave a seed: this process drew it for the ones that it starts. */
const isDrawnHere = !process.env['SEED'];

export const SEED = numberFrom('SEED', (process.env['SEED'] ||= drawn()));

export const IS_LONG = process.env['TEST_LONG'] === '1';

/** Tells a model test's number of sequences: `usual` in `npm test`, `long` in a long run. */
export function sequences(usual: number, long = LONG_SEQUENCES): number {
  const asked = process.env['SEQUENCES'];
  if (asked) return numberFrom('SEQUENCES', asked);
  return IS_LONG ? long : usual;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). Each `place` has numbers of its own. */
export function randomOf(place: string): () => number {
  let state = SEED;
  for (const letter of place) state = Math.imul(state ^ letter.charCodeAt(0), 0x0100_0193);
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Settings that make another run the same. */
export function settingsOfRun(): string {
  const others = ['TEST_LONG', 'SEQUENCES'].filter((name) => process.env[name]);
  return [`SEED=${SEED}`, ...others.map((name) => `${name}=${process.env[name]}`)].join(' ');
}

/** Prints, at the head of a run's report, the seed and the start of the command that repeats the run. */
export function tellSeed(command: string): void {
  if (isDrawnHere) process.stderr.write(`Seed ${SEED}. To repeat: ${settingsOfRun()} ${command} …\n`);
}
