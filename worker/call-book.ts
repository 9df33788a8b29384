/** Finds the contract's calls by name. Calls that come with a session are a chunk of their own, loaded when a session opens. */
import type { CallDefinition } from '../contract/call';
import type { CallError } from '../contract/errors';
import { guestCalls } from '../contract/guest-calls';
import { callError } from './call-errors';
import { loadRefusals } from './gateway-error';
import type { KnownCall } from './known-call';
import { SHAPE_LENGTH } from './shape-length';

export type CallLookup = { call: KnownCall } | { call: null; error: CallError };

const shapes = new Map<string, string>();
function byName(calls: readonly KnownCall[], joinedShapes: string) {
  for (const [at, { name }] of calls.filter(isKept).entries())
    shapes.set(name, joinedShapes.slice(at * SHAPE_LENGTH, (at + 1) * SHAPE_LENGTH));
  return new Map(calls.map((call) => [call.name, call]));
}
const isKept = ({ cache }: CallDefinition) => cache.kind !== 'none';
const guests = byName(guestCalls, GUEST_SHAPES);

type Book = ReadonlyMap<string, KnownCall>;
let members: Promise<Book> | undefined;

/** Loads what comes with a session ahead of its use. @throws when it cannot be loaded; the next asking tries again */
export function loadMemberCalls(): Promise<Book> {
  void loadRefusals();
  members ??= import('./member-calls').then(
    ({ memberCalls, memberShapes }) => byName(memberCalls, memberShapes),
    (error: unknown) => {
      members = undefined;
      throw error;
    },
  );
  return members;
}

async function loadLogInCalls(): Promise<Book> {
  void loadRefusals();
  const { logInCalls } = await import('./session/log-in');
  return new Map(logInCalls.map((call) => [call.name, call]));
}

/** Error `unknown-call`; `network` while the calls cannot be loaded, which only happens to an incomplete installation. */
export async function findCall(name: string): Promise<CallLookup> {
  try {
    let call = guests.get(name);
    // Somebody who is in asks for other calls than somebody who is not.
    const books = members ? [loadMemberCalls, loadLogInCalls] : [loadLogInCalls, loadMemberCalls];
    for (const load of books) call ??= (await load()).get(name);
    return call ? { call } : { call: null, error: callError('unknown-call') };
  } catch {
    return { call: null, error: callError('network') };
  }
}

/** The fingerprint of a call's kept answers, once the call has been found: one of another is of no use to this version. */
export function shapeOf(name: string): string | undefined {
  return shapes.get(name);
}

/** Every call whose answers are kept. */
export async function cachedCalls(): Promise<CallDefinition[]> {
  const all = [
    ...guests.values(),
    ...(await loadMemberCalls().catch(() => new Map<string, CallDefinition>())).values(),
  ];
  return all.filter(isKept);
}
