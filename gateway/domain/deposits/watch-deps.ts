/** The dependencies that every round over a chain gets. */
import type { Tx } from '../../db/transaction-handle';
import type { Deps } from '../call-context';

export type WatchDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Runs work in a transaction that one gateway at a time has for this chain; `busy` when another has it. */
export type ChainLock = <T>(work: (tx: Tx) => Promise<T>) => Promise<T | 'busy'>;
