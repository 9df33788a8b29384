/**
 * A model test's run: its number of sequences, its longest time, and the events that it must have met for its result to say
 * anything.
 */
import { expect } from 'vitest';
import { IS_LONG, sequences } from './seed';

/** Far above a sequence's needs on a busy machine: only a sequence that hangs gets there. */
const SEQUENCE_LIMIT_MS = 20_000;
const SHORTEST_LIMIT_MS = 300_000;

/** This many are expected before one must have been met: by chance none of 20 is met once in 10^8 runs. */
const SURE = 20;
/** This many are expected before a quarter of them must have been met. */
const MANY = 80;

export class ModelRun {
  readonly numRuns: number;
  /** The test's limit, longer than the property's own, so that a failure has the property's words. */
  readonly limitMs: number;
  readonly #met = new Map<string, number>();

  /** @param usual how many sequences `npm test` has */
  constructor(
    readonly name: string,
    usual: number,
  ) {
    this.numRuns = sequences(usual);
    this.limitMs = Math.max(SHORTEST_LIMIT_MS, this.numRuns * SEQUENCE_LIMIT_MS);
  }

  /** Settings for fc.assert: a failure that can be made shorter for ever is told in time. */
  get settings() {
    return {
      numRuns: this.numRuns,
      interruptAfterTimeLimit: this.limitMs * 0.8,
      markInterruptAsFailure: true,
    };
  }

  met(what: string, times = 1): void {
    this.#met.set(what, (this.#met.get(what) ?? 0) + times);
  }

  /**
   * Holds the run to its coverage, in proportion to its size.
   * @param perSequence how often each is met in a sequence on the average, rather too low than too high
   */
  expectMet(perSequence: Readonly<Record<string, number>>): void {
    const told = [...this.#met].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([what, times]) => `${what} ${times}`);
    if (IS_LONG) console.info(`${this.name}: ${this.numRuns} sequences met ${told.join(', ')}`);
    for (const [what, share] of Object.entries(perSequence)) {
      const expected = share * this.numRuns;
      const least = expected >= MANY ? Math.floor(expected / 4) : Math.floor(Math.min(expected / SURE, 1));
      expect(this.#met.get(what) ?? 0, `${this.name}: how often it met ${what}`).toBeGreaterThanOrEqual(least);
    }
  }
}
