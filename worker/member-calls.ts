/** The calls that come with a session, what each makes stale, and the fingerprints of their answers: one chunk. */
import { memberCalls as declared } from '../contract/member-calls';
import type { KnownCall } from './known-call';

export const memberCalls: readonly KnownCall[] = declared.map((call) => ({
  ...call,
  stales: MEMBER_STALES[call.name],
}));
export const memberShapes = MEMBER_SHAPES;
