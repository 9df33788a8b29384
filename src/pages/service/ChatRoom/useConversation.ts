/** One conversation as it is shown: the gateway's messages, and those on their way from this device. */
import { useCallback, useState } from 'react';
import {
  markServiceRead,
  serviceConversations,
  serviceMessages,
  type ServiceConversation,
  type ServiceMessage,
  type ServiceTopic,
} from '../../../../contract/calls/service';
import type { ErrorCode } from '../../../../contract/errors';
import type { CallOutput } from '../../../../contract/index';
import { newId } from '../../../bridge/intents';
import { useMessageQueue, type NewQueuedMessage, type QueuedMessage } from '../../../bridge/messages';
import { serverNow } from '../../../bridge/server-clock';
import type { CallState, ListCallState } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { useListCall } from '../../../bridge/useListCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import type { MessageMark } from '../../chat/Bubble';
import type { OwnMessage } from '../../chat/useChatRows';
import { useSeen } from '../../chat/useSeen';

export type NewMessage = Pick<NewQueuedMessage, 'text' | 'order' | 'image'>;

/** A message of this device. `isSent`: the gateway has it, and the list is being read. */
export interface OwnServiceMessage extends OwnMessage {
  message: QueuedMessage;
  isSent: boolean;
}

export interface ConversationState {
  list: ListCallState<ServiceMessage>;
  overview: CallState<CallOutput<'serviceConversations'>>;
  /** Undefined until it is known; null where nobody has written about the topic. */
  conversation: ServiceConversation | null | undefined;
  /** As `ChatContent`. */
  own: readonly OwnServiceMessage[];
  markOf: (message: ServiceMessage) => MessageMark | null;
  /** Grows with each message that the person says. */
  said: number;
  /** @returns false when it could not be kept */
  say: (message: NewMessage) => Promise<boolean>;
  retry: (clientId: string) => void;
  remove: (clientId: string) => void;
}

function useMarkOf(conversation: ServiceConversation | null | undefined) {
  const { deliveredSeq = 0, readSeq = 0 } = conversation?.operators ?? {};
  return useCallback(
    ({ by, seq }: ServiceMessage): MessageMark | null => {
      if (by !== 'me') return null;
      return seq <= readSeq ? 'read' : seq <= deliveredSeq ? 'delivered' : 'sent';
    },
    [deliveredSeq, readSeq],
  );
}

/** Failures of a mark are nobody's concern: it is told again. */
const QUIET: readonly ErrorCode[] = ['offline', 'timeout', 'network', 'http-status', 'unavailable'];

interface OwnMessages {
  queue: readonly QueuedMessage[] | undefined;
  removed: ReadonlySet<string>;
  own: readonly OwnServiceMessage[];
}

/** The queue's messages about the topic, after those that have left it: they were sent. */
function ownMessages(topic: ServiceTopic, given: Omit<OwnMessages, 'own'>, before: OwnMessages['own']): OwnMessages {
  const waiting = (given.queue ?? []).filter((one) => one.topic === topic);
  const ids = new Set(waiting.map(({ clientId }) => clientId));
  const left = before
    .filter(({ clientId }) => !ids.has(clientId) && !given.removed.has(clientId))
    .map((one) => (one.isSent ? one : { ...one, isSent: true }));
  const queued = waiting.map((message) => {
    const { clientId, at } = message;
    const former = before.find((one) => one.message === message && !one.isSent);
    return former ?? { clientId, at, message, isSent: false };
  });
  return { ...given, own: [...left, ...queued] };
}

function useOwnMessages(topic: ServiceTopic, queue: readonly QueuedMessage[] | undefined) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(() => new Set());
  const [made, setMade] = useState<OwnMessages | null>(null);
  const forget = useCallback((clientId: string) => setRemoved((all) => new Set([...all, clientId])), []);
  if (made && made.queue === queue && made.removed === removed) return { own: made.own, forget };
  const next = ownMessages(topic, { queue, removed }, made?.own ?? []);
  setMade(next);
  return { own: next.own, forget };
}

export function useConversation(topic: ServiceTopic): ConversationState {
  const list = useListCall(serviceMessages, { topic });
  const overview = useCall(serviceConversations, {});
  const { queue, add, retry, remove } = useMessageQueue();
  const [said, setSaid] = useState(0);
  const { items } = list;
  const { data } = overview;
  const conversation = data && (data.conversations.find((one) => one?.topic === topic) ?? null);
  const { own, forget } = useOwnMessages(topic, queue);
  const { run: mark } = useWriteCall(markServiceRead);
  useSeen(
    items?.find(({ by }) => by !== 'me')?.seq,
    useCallback((seq: number) => mark({ topic, seq }, { handles: QUIET }), [mark, topic]),
  );
  return {
    list,
    overview,
    conversation,
    own,
    markOf: useMarkOf(conversation),
    said,
    say: async (message) => {
      const isKept = await add({ ...message, topic, clientId: newId(), at: serverNow() });
      setSaid((count) => count + 1);
      return isKept;
    },
    retry,
    remove: useCallback(
      (clientId) => {
        forget(clientId);
        remove(clientId);
      },
      [forget, remove],
    ),
  };
}
