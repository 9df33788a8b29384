import type { CallDefinition } from '../contract/call';

/** A call as the worker has it. */
export interface KnownCall extends CallDefinition {
  /** The call makes the kept answers of these calls stale. Absent: of none, as for calls without a session. */
  stales?: readonly string[] | undefined;
}
