/** Chooses the endpoint to ask, and when to ask a failed one again. This is in memory: another gateway finds out for itself. */
import { ChainError, type Chain, type ChainReader } from '../../adapters/chain/chain';

/** A reader or sender, as far as it tells which chain it serves. */
type Endpoint = Pick<ChainReader, 'chainId'>;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Blocks per look when nothing is in the way. */
const WIDEST_RANGE = 500;
/** Blocks per look at least: as many as a reorganisation can be deep, or following one would take several looks. */
const NARROWEST_RANGE = 16;

interface EndpointHealth {
  failures: number;
  retryAt: number;
  /** True once the endpoint has said that it serves the right chain. */
  isRightChain: boolean;
}

const healthOf = new WeakMap<Endpoint, EndpointHealth>();

function health(reader: Endpoint): EndpointHealth {
  const known = healthOf.get(reader) ?? { failures: 0, retryAt: 0, isRightChain: false };
  healthOf.set(reader, known);
  return known;
}

/** Blocks to ask this endpoint for at once: fewer after each failure. */
export function rangeOf(reader: Endpoint): number {
  return Math.max(NARROWEST_RANGE, WIDEST_RANGE >> Math.min(10, health(reader).failures));
}

async function checkChain(chain: Chain, reader: Endpoint): Promise<void> {
  const known = health(reader);
  if (known.isRightChain) return;
  const chainId = await reader.chainId();
  if (chainId !== chain.chainId) throw new ChainError('wrong-chain', `it serves chain ${chainId.slice(0, 40)}`);
  known.isRightChain = true;
}

/** All that were asked, or that must not be asked yet, have failed; `last` is why, null when none was asked. */
export class NoEndpointError extends Error {
  override name = 'NoEndpointError';
  constructor(readonly last: ChainError | null) {
    super(last?.message ?? 'no endpoint may be asked yet', last ? { cause: last } : {});
  }
}

/** Asks one endpoint that may be asked; one that fails is left alone for a while, longer each time. @throws ChainError */
async function ask<E extends Endpoint, T>(
  chain: Chain,
  now: () => number,
  reader: E,
  work: (reader: E) => Promise<T>,
): Promise<T> {
  const known = health(reader);
  try {
    await checkChain(chain, reader);
    const result = await work(reader);
    Object.assign(known, { failures: 0, retryAt: 0 });
    return result;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(10, known.failures));
    known.failures += 1;
    known.retryAt = now() + Math.max(waitMs, error.retryAfterMs ?? 0);
    // Behind the same address there may be another chain by now.
    if (error.code !== 'rate-limited') known.isRightChain = false;
    throw error;
  }
}

/**
 * Does `work` with the first endpoint that serves it; one that fails is left alone for a while, longer each time.
 * @throws NoEndpointError; anything that is no endpoint's fault as it is
 */
export async function withEndpoint<E extends Endpoint, T>(
  chain: Chain,
  now: () => number,
  readers: readonly E[],
  work: (reader: E) => Promise<T>,
): Promise<T> {
  let last: ChainError | null = null;
  for (const reader of readers) {
    if (health(reader).retryAt > now()) continue;
    try {
      return await ask(chain, now, reader, work);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      last = error;
    }
  }
  throw new NoEndpointError(last);
}

/**
 * Does `work` with every endpoint, where one alone is not believed; with a single one twice.
 * @returns at least two answers
 * @throws NoEndpointError when any of them does not answer, or there is none; anything that is no endpoint's fault as it is
 */
export async function withEveryEndpoint<E extends Endpoint, T>(
  chain: Chain,
  now: () => number,
  readers: readonly E[],
  work: (reader: E) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  const [first] = readers;
  for (const reader of readers.length === 1 && first ? [first, first] : readers) {
    if (health(reader).retryAt > now()) throw new NoEndpointError(null);
    try {
      answers.push(await ask(chain, now, reader, work));
    } catch (error) {
      throw error instanceof ChainError ? new NoEndpointError(error) : error;
    }
  }
  if (answers.length === 0) throw new NoEndpointError(null);
  return answers;
}
