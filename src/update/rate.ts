/** Computes a download's present speed from its last samples. Pure. */

export interface Sample {
  atMs: number;
  bytes: number;
}

/** Older samples say nothing about now. */
const WINDOW_MS = 5_000;
/** From less than this nothing is told: the first figures would jump. */
const LEAST_MS = 1_000;

/** With one more; those before the window go. A download that begins anew has another rate. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && sample.bytes < last.bytes) return [sample];
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= WINDOW_MS), sample];
}

/** Bytes per second; null while that cannot be told. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs - first.atMs < LEAST_MS || last.bytes <= first.bytes) return null;
  return ((last.bytes - first.bytes) * 1_000) / (last.atMs - first.atMs);
}
