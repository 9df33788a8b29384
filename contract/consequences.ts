/** Works out from the topics that calls declare whose answers a write makes stale, and what other devices are told. */
import type { CallDefinition } from './call';
import { calls, type CallName } from './index';
import type { Topic, Topics } from './topics';

const named = (topics: Topics = 'nothing'): readonly Topic[] => (topics === 'nothing' ? [] : topics);

/** The topics that a call changes for the person who makes it. */
export const topicsChangedBy = ({ changes }: CallDefinition): readonly Topic[] => named(changes);

/** The reads whose answers change with one of the topics. */
export function readsShowing(topics: readonly Topic[]): CallName[] {
  const reads = (Object.keys(calls) as CallName[]).map((name): [CallName, CallDefinition] => [name, calls[name]]);
  return reads.flatMap(([name, { shows }]) => (named(shows).some((topic) => topics.includes(topic)) ? name : []));
}

/** The reads whose kept answers a call makes stale on the device that makes it. */
export function staleAfter(call: CallDefinition): CallName[] {
  return readsShowing([...topicsChangedBy(call), ...(call.changesMarket ?? [])]);
}
