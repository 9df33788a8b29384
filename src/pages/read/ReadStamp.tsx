import { AsOfStamp } from '../../components/AsOfStamp';
import { useConnection } from '../../bridge/session';
import type { CallState } from '../../bridge/types';

/** The facts that any read of the bridge, a single answer or a list, tells beside its data. */
export type ReadStatus = Pick<
  CallState<unknown>,
  'asOf' | 'isStale' | 'isLoading' | 'isRefreshing' | 'error' | 'refresh'
>;

export type StampState = 'updating' | 'stale' | 'failed';

/**
 * Returns which stamp the shown data needs, or null when none: the data is fresh and there is a connection.
 * The banner tells that the app is offline, so a read that failed for that reason only shows its time.
 */
export function stampOf(read: ReadStatus, isOnline: boolean): StampState | null {
  if (read.asOf === null) return null;
  if (read.isRefreshing && read.isStale) return 'updating';
  if (read.error && isOnline && read.error.code !== 'offline') return 'failed';
  return read.isStale || !isOnline ? 'stale' : null;
}

/** "As of" for the header of a card that shows `read`. */
export function ReadStamp({ read }: { read: ReadStatus }) {
  const { isOnline } = useConnection();
  const state = stampOf(read, isOnline);
  if (state === null || read.asOf === null) return null;
  return <AsOfStamp state={state} asOfMs={read.asOf} onRetry={() => void read.refresh()} />;
}
