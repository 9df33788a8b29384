import type { CallDefinition } from '../contract/call';

/** A call as the worker has it. */
export interface KnownCall extends CallDefinition {
  /** Calls whose kept answers it makes stale. Absent: none; so it is of what somebody without a session calls. */
  stales?: readonly string[] | undefined;
}
