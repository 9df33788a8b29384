/** The contract's calls by name. Those that come with a session are a chunk of their own, loaded when one opens. */
import type { CallDefinition } from '../contract/call';
import type { CallError } from '../contract/errors';
import { guestCalls } from '../contract/guest-calls';
import { callError } from './call-errors';

export type FoundCall = { call: CallDefinition } | { call: null; error: CallError };

const byName = (calls: readonly CallDefinition[]) => new Map(calls.map((call) => [call.name, call]));
const guests = byName(guestCalls);
let members: Promise<ReadonlyMap<string, CallDefinition>> | undefined;

/** Loads what comes with a session ahead of its use. @throws when it cannot be loaded; the next asking tries again */
export function loadMemberCalls(): Promise<ReadonlyMap<string, CallDefinition>> {
  members ??= import('../contract/member-calls').then(
    ({ memberCalls }) => byName(memberCalls),
    (error: unknown) => {
      members = undefined;
      throw error;
    },
  );
  return members;
}

/** Error `unknown-call`; `network` while the calls cannot be loaded, which only happens to an incomplete installation. */
export async function findCall(name: string): Promise<FoundCall> {
  try {
    const call = guests.get(name) ?? (await loadMemberCalls()).get(name);
    return call ? { call } : { call: null, error: callError('unknown-call') };
  } catch {
    return { call: null, error: callError('network') };
  }
}

/** Every call whose answers are kept. */
export async function cachedCalls(): Promise<CallDefinition[]> {
  const all = [
    ...guests.values(),
    ...(await loadMemberCalls().catch(() => new Map<string, CallDefinition>())).values(),
  ];
  return all.filter(({ cache }) => cache.kind !== 'none');
}
