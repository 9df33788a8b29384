import type { ReleaseDescription, ReleaseStatus, ReleaseTarget } from '../../contract/sw-messages';

/** The result of the last look for a new version. */
export type CheckOutcome = 'none' | 'checking' | 'current' | 'unreachable';

export interface UpdateState {
  /** Null: not yet known, or no service worker. */
  status: ReleaseStatus | null;
  /** The version that this page is of. */
  own: string | null;
  /** The newer version that was found. */
  target: ReleaseTarget | null;
  /** The contents of `target`; null where they cannot be known. */
  description: ReleaseDescription | null;
  check: CheckOutcome;
  /** The gateway takes no changes from this version any more. */
  isNeeded: boolean;
  /** True while the card may be shown, if there is anything to show. */
  isOpen: boolean;
}

export const INITIAL_UPDATE: UpdateState = {
  status: null,
  own: null,
  target: null,
  description: null,
  check: 'none',
  isNeeded: false,
  isOpen: false,
};

/** The one thing to tell, by what matters most. */
export type UpdatePhase =
  | { at: 'idle'; check: CheckOutcome }
  | { at: 'available'; target: ReleaseTarget }
  | { at: 'downloading'; target: ReleaseTarget; doneBytes: number; totalBytes: number }
  | { at: 'failed'; target: ReleaseTarget; reason: 'download-failed' | 'install-failed' }
  | { at: 'restart'; version: string }
  | { at: 'rolled-back'; version: string };

export type ShownPhase = Exclude<UpdatePhase, { at: 'idle' }>;

export function phaseOf({ status, own, target, check }: UpdateState): UpdatePhase {
  const failure = status?.failure;
  if (failure?.reason === 'did-not-start' && !failure.isTold) return { at: 'rolled-back', version: failure.version };
  if (status && own !== null && status.installed !== own) return { at: 'restart', version: status.installed };
  const job = status?.job;
  if (job?.phase === 'downloading') return { at: 'downloading', ...job };
  if (job?.phase === 'failed') return { at: 'failed', target: job.target, reason: job.reason };
  return target ? { at: 'available', target } : { at: 'idle', check };
}
