/**
 * Keeps which release is served, as one record that changes in one put.
 *
 * [Note: Releases on the device] The base build is the service worker's own precache; beside it lie at most two packages,
 * each in a cache of its own: the active one and the former. A package is staged file by file and can be broken off at
 * any moment; only when all its files are there and verified does the record name it, so a page gets either all of one
 * version or all of another. The first start of it is a trial: when a page of it comes up, it is confirmed and the other
 * tabs move along; when none does, the record goes back to the former version and the new one is refused for good. A trial
 * judges what the version does: while a page of it says that the layout of what the device keeps is being changed, no time
 * passes, and a start that ended meanwhile was none.
 * A base build as new as the active package takes its place.
 */
import * as z from 'zod/mini';
import { timeMs } from '../../../contract/ids';
import {
  compareVersions,
  releaseKind,
  releaseVersion,
  type ReleaseFailureReason,
  type ReleaseKind,
} from '../../../contract/release';
import { START_LIMIT_MS } from '../../../contract/start-limit';
import { releaseFailure } from '../../../contract/sw-messages';

/** A start that nobody saw fail may have been closed by the person; it gets one more. */
const MAX_STARTS = 2;

/** The record remembers this many refused versions; only versions newer than the installed one matter. */
const MAX_REFUSED = 20;

const MAX_TRIAL_CLIENTS = 50;

const release = z.object({ version: releaseVersion, kind: releaseKind, full: releaseVersion });
export type Release = z.output<typeof release>;

const trial = z.object({
  /** Starts so far; tabs that start together are one. */
  starts: z.int(),
  countedAt: timeMs,
  /** Ids of the pages that were served it; empty where the engine does not tell. */
  clients: z.array(z.string()),
});

export const releaseState = z.object({
  /** Null: the base build. */
  active: z.nullable(release),
  /** The version to go back to while on trial (null: the base build); otherwise kept for pages that are still open. */
  former: z.nullable(release),
  trial: z.nullable(trial),
  refused: z.array(releaseVersion),
  /** The newest version that ever came up here; nothing older is installed. */
  newest: z.nullable(releaseVersion),
  failure: z.nullable(releaseFailure),
});
export type ReleaseState = z.output<typeof releaseState>;

export const INITIAL_STATE: ReleaseState = {
  active: null,
  former: null,
  trial: null,
  refused: [],
  newest: null,
  failure: null,
};

/** Returns whether `version` is newer by its dotted numbers; any version is newer than null. */
export function isNewer(version: string, than: string | null): boolean {
  return than === null || compareVersions(version, than) === 1;
}

/** Switches to a package that is complete and verified. */
export function adopt(state: ReleaseState, version: string, kind: ReleaseKind, full: string): ReleaseState {
  const former = state.trial ? state.former : state.active;
  const trialOf = { starts: 0, countedAt: 0, clients: [] };
  return { ...state, active: { version, kind, full }, former, trial: trialOf };
}

/** A page asks for the start page while the active version is on trial; null when it had its chance. */
export function countStart(state: ReleaseState, clientId: string, nowMs: number): ReleaseState | null {
  const { trial: current } = state;
  if (!current) return state;
  const isAnother = current.starts === 0 || nowMs - current.countedAt >= START_LIMIT_MS;
  if (isAnother && current.starts >= MAX_STARTS) return null;
  const clients = [...current.clients, clientId].slice(-MAX_TRIAL_CLIENTS);
  const counted = isAnother ? { starts: current.starts + 1, countedAt: nowMs } : {};
  return { ...state, trial: { ...current, ...counted, clients } };
}

/** A page of the version on trial is changing the layout of what is kept: starts begin to count anew. */
export function forgetStarts(state: ReleaseState): ReleaseState {
  return state.trial && state.trial.starts > 0 ? { ...state, trial: { ...state.trial, starts: 0 } } : state;
}

/** Returns whether this page was served the version that is on trial. */
export function isOnTrial({ trial: current }: ReleaseState, clientId: string): boolean {
  return current !== null && (current.clients.includes(clientId) || current.clients.includes(''));
}

export function confirm(state: ReleaseState): ReleaseState {
  if (!state.active || !state.trial) return state;
  const { version } = state.active;
  return { ...state, trial: null, newest: isNewer(version, state.newest) ? version : state.newest };
}

/** The version on trial did not come up: back to the former one, and never again to this one. */
export function rollBack(state: ReleaseState, detail: string, nowMs: number): ReleaseState {
  if (!state.active || !state.trial) return state;
  const { version, kind } = state.active;
  return withFailure(
    {
      ...state,
      active: state.former,
      former: null,
      trial: null,
      refused: [...state.refused, version].slice(-MAX_REFUSED),
    },
    { version, kind, reason: 'did-not-start', detail },
    nowMs,
  );
}

export interface FailedRelease {
  version: string;
  kind: ReleaseKind;
  reason: ReleaseFailureReason;
  detail: string;
}

/** Keeps the last failure, to be told and reported. A failed download counts as told: its own screen tells it. */
export function withFailure(state: ReleaseState, failure: FailedRelease, nowMs: number): ReleaseState {
  const isTold = failure.reason !== 'did-not-start';
  const detail = failure.detail.slice(0, 200);
  return { ...state, failure: { ...failure, detail, at: nowMs, isTold, isReported: false } };
}

export function withFailureKnown(state: ReleaseState, by: 'isTold' | 'isReported'): ReleaseState {
  if (!state.failure) return state;
  const failure = { ...state.failure, [by]: true };
  return { ...state, failure: failure.isTold && failure.isReported ? null : failure };
}

/** Ends packages that are not newer than this base build, after its service worker took over. */
export function settleWithBase(state: ReleaseState, base: string): ReleaseState {
  const former = state.former && isNewer(state.former.version, base) ? state.former : null;
  if (state.active && isNewer(state.active.version, base)) return { ...state, former };
  return { ...state, active: null, former: state.active, trial: null };
}

export function forgetActive(state: ReleaseState): ReleaseState {
  return { ...state, active: null, former: null, trial: null };
}
