/**
 * Measuring in ratios: what is measured and its limit run in turns (A B, B A, …) in one process on one machine, so that a
 * noisy moment hits both. Runs in Node and in browsers alike; imports nothing.
 */

export interface Side<T = number> {
  name: string;
  /** One round; answers its figure, in the unit of the comparison, or all that it takes. */
  round(): Promise<T>;
}

export interface Measured<T = number> {
  name: string;
  /** One figure per round. */
  figures: T[];
}

export type Unit = 'ms' | 'calls/s' | 'rows/s' | 'of 100';

/** One line of a table. Round `n` of `ours` and of `limit` ran next to each other. */
export interface Comparison {
  subject: string;
  unit: Unit;
  limit: Measured;
  ours: Measured;
}

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export interface Rounds {
  rounds: number;
  /** Rounds before, which do not count. */
  warmUps: number;
}

/** Runs every side once per round, in turning order. */
export async function interleave<T = number>(
  sides: readonly Side<T>[],
  { rounds, warmUps }: Rounds,
): Promise<Measured<T>[]> {
  const measured = sides.map((side) => ({ name: side.name, figures: [] as T[], side }));
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const { side, figures } of round % 2 === 0 ? measured : [...measured].reverse()) {
      const figure = await side.round();
      if (round >= warmUps) figures.push(figure);
    }
  }
  return measured.map(({ name, figures }) => ({ name, figures }));
}

/** Interleaves all of them and compares each of `ours` with each of `limits`. */
export async function compare(
  subject: string,
  unit: Unit,
  limits: readonly Side[],
  ours: readonly Side[],
  rounds: Rounds,
): Promise<Comparison[]> {
  const measured = await interleave([...limits, ...ours], rounds);
  const measuredOurs = measured.slice(limits.length);
  return measured.slice(0, limits.length).flatMap((limit) => {
    return measuredOurs.map((one) => ({ subject, unit, limit, ours: one }));
  });
}

/** Mean time of one run of `work`, ms. */
export async function meanMs(times: number, work: (run: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let run = 0; run < times; run += 1) await work(run);
  return (performance.now() - startedAt) / times;
}

export function spreadOf(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? NaN;
  const middle = (sorted.length - 1) / 2;
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, min: at(0), max: at(sorted.length - 1) };
}

/** `ours` ÷ `limit`, round by round. */
export function ratiosOf({ ours, limit }: Comparison): number[] {
  return ours.figures.map((figure, round) => figure / (limit.figures[round] ?? NaN));
}

/** Returns whether the median misses its limit: times may not exceed it, rates and scores have to reach it. */
export function isMissed({ unit, ours, limit }: Comparison): boolean {
  const [figure, allowed] = [spreadOf(ours.figures).median, spreadOf(limit.figures).median];
  return unit === 'ms' ? !(figure <= allowed) : !(figure >= allowed);
}
