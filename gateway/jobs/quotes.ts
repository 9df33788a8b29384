/** Asks the source of market quotes, and keeps what is good of its answer (docs/rules.md §9). */
import { QuoteSourceError, type QuoteSource, type StatedPrice } from '../adapters/quotes/source';
import type { Deps } from '../domain/call-context';
import { keepStated } from '../domain/quotes/keep';
import { jobState, saveJobState } from './repo';
import { exclusively } from './run';

export const QUOTES_JOB = 'quotes';

/** Schedules are not that punctual. */
const EARLY_MS = 500;

type QuotesDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'quotes'>;

/** Takes the turn of asking, so that several gateways together ask no more often than one. The answer is waited for outside. */
async function takeTurn(deps: QuotesDeps, { everyMs }: QuoteSource): Promise<boolean> {
  const turn = await exclusively(deps, QUOTES_JOB, async (tx) => {
    const now = deps.clock.now();
    const { askedAt } = await jobState(tx, QUOTES_JOB);
    const sinceMs = typeof askedAt === 'number' ? now - askedAt : Infinity;
    if (sinceMs >= 0 && sinceMs < everyMs - EARLY_MS) return false;
    await saveJobState(tx, QUOTES_JOB, { askedAt: now });
    return true;
  });
  return turn === true;
}

/** Null when the source gave nothing: prices that are there grow old on the screens. */
async function ask({ clock, log }: QuotesDeps, source: QuoteSource): Promise<readonly StatedPrice[] | null> {
  try {
    return await source.read(clock.now());
  } catch (error) {
    if (!(error instanceof QuoteSourceError)) throw error;
    log.warn('quotes-unavailable', { code: error.code });
    return null;
  }
}

/** @returns 0: it counts nothing */
export async function keepQuotes(deps: QuotesDeps): Promise<number> {
  const { quotes: source, clock, log } = deps;
  if (source === null || !(await takeTurn(deps, source))) return 0;
  const stated = await ask(deps, source);
  if (stated === null) return 0;
  const outcome = await exclusively(deps, QUOTES_JOB, (tx) => keepStated(tx, source, stated, clock.now()));
  if (outcome === 'busy') return 0;
  for (const [code, count] of outcome.refused) log.warn('quotes-refused', { code, count });
  return 0;
}
