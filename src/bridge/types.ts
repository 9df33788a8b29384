/** The types that screens get from the bridge. Errors are values here too; nothing in this folder throws at a screen. */
import type { CallDefinition, InputOf, PageOutputOf } from '../../contract/call';
import type { CallError, ErrorCode } from '../../contract/errors';

/** The data kept on this device, as the worker counts it. */
export type { StorageReport } from '../../worker/api';
/** A statement as a file: the order, and its outcome. */
export type {
  RecordColumn,
  RecordsFileRequest,
  RecordTexts,
  StatementFile,
  StatementFormat,
  StatementFileRequest,
  StatementTexts,
} from '../../worker/api';
/** Home as it was last seen, for the next start (src/start/picture). */
export type { HomePicture, PictureMessage, PictureNode } from '../../worker/api';
/** App lock (`Bridge.lock`). */
export type { LockAnswer, LockDelay, LockProof, LockRequest, LockState, NewLockProof } from '../../worker/api';
/** A search in a list that the device keeps. */
export type { ListQuery } from '../../worker/api';

/** A call of the contract, as the object that `contract/calls/<domain>` exports. */
export type AnyCall = CallDefinition;
export type Input<C extends AnyCall> = InputOf<C>;
export type Output<C extends AnyCall> = PageOutputOf<C>;
/** A row of a call that answers pages. */
export type ItemOf<C extends AnyCall> = Output<C> extends { items: (infer T)[] } ? T : never;
/** The filters of a list; the bridge adds the cursor and the limit. */
export type Filters<C extends AnyCall> = Omit<Input<C>, 'cursor' | 'limit'>;

/** One answer as a screen shows it. `asOf`: the server's time of the answer, UTC ms, null before the first one. */
export interface ReadState<T> {
  data: T | undefined;
  asOf: number | null;
  /** Older than the call's cache policy allows, or made stale by a write. */
  isStale: boolean;
  /** Nothing to show yet and an answer is on its way. */
  isLoading: boolean;
  /** Something is shown and a newer answer is on its way. */
  isRefreshing: boolean;
  /** The reason why the last read failed; the data of an earlier one stays. Null after a success. */
  error: CallError | null;
  source: 'cache' | 'network' | null;
}

export type CallState<T> = ReadState<T> & {
  /** Asks the gateway again. Resolves when the answer is painted, also when it failed (see `error`). */
  refresh: () => Promise<void>;
};

export type ListState<T> = Omit<ReadState<unknown>, 'data'> & {
  /** Newest first; undefined before the first answer. */
  items: readonly T[] | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
};

export type ListCallState<T> = ListState<T> & {
  /** Appends the next page. Does nothing while one is on its way or at the end. */
  loadMore: () => Promise<void>;
  /** Asks the gateway again for what is loaded (at most the newest 100 rows; older ones stay as they are). */
  refresh: () => Promise<void>;
};

/**
 * The end that a search has reached. `open`: `loadMore` finds more; `complete`: it has looked at every row; `paused`: older
 * rows are on the gateway, and `loadMore` goes on there; `cut`: so they are, but the gateway could not be asked.
 */
export type SearchEnd = 'open' | 'complete' | 'paused' | 'cut';

export type SearchState<T> = ListState<T> & {
  isSearching: boolean;
  /** Rows looked at so far, of how many on this device; `total` is null until it is counted. */
  looked: number;
  total: number | null;
  end: SearchEnd;
  /** The search has looked back to this time, UTC ms. */
  reachedAt: number | null;
};

export type SearchCallState<T> = SearchState<T> & Pick<ListCallState<T>, 'loadMore' | 'refresh'>;

export interface CallOptions {
  /** False: ask nothing yet (e.g. no id is known); the state is idle. Default true. */
  enabled?: boolean;
}

/** `asOf`: the server's time of the answer, UTC ms, where it is known. */
export type WriteResult<T> = { ok: true; data: T; asOf?: number } | { ok: false; error: CallError };

export interface RunOptions {
  /** Codes that the screen tells itself (at a field, in a sheet); every other refusal goes through `src/errors`. */
  handles?: readonly ErrorCode[];
}

export interface Writes {
  run: <C extends AnyCall>(call: C, input: Input<C>, options?: RunOptions) => Promise<WriteResult<Output<C>>>;
  isRunning: boolean;
}

export interface WriteCall<C extends AnyCall> {
  run: (input: Input<C>, options?: RunOptions) => Promise<WriteResult<Output<C>>>;
  isRunning: boolean;
}

/**
 * A money call's way. `checking`: the answer was lost and the gateway is being asked what became of the intent;
 * `unknown`: it could not be asked yet, nothing may be sent under a new intent until it is known.
 */
export type MoneyState<T> =
  | { phase: 'idle' }
  | { phase: 'sending'; intentId: string }
  | { phase: 'checking'; intentId: string }
  | { phase: 'done'; intentId: string; data: T }
  | { phase: 'refused'; intentId: string; error: CallError }
  | { phase: 'unknown'; intentId: string; error: CallError };

export interface MoneyCalls<C extends AnyCall> {
  /**
   * Carries out one intent that the person confirmed. Make the id once per intent with `beginIntent()` and pass the
   * same one when the person taps again; it is never carried out twice. The result carries `outcome-unknown` when
   * even asking failed.
   */
  run: (call: C, input: Input<C>, options: RunOptions & { intentId: string }) => Promise<WriteResult<Output<C>>>;
  state: MoneyState<Output<C>>;
}
