/** One conversation as it is shown: the gateway's messages, and those on their way from this device. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  markServiceRead,
  serviceConversations,
  serviceMessages,
  type ServiceConversation,
  type ServiceMessage,
  type ServiceTopic,
} from '../../../../contract/calls/service';
import { newId } from '../../../bridge/intents';
import { useMessageQueue, type NewQueuedMessage, type QueuedMessage } from '../../../bridge/messages';
import type { CallState, ListCallState } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { useListCall } from '../../../bridge/useListCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { formatDate } from '../../../format/date';
import type { Locale } from '../../../i18n/locales';
import { useLocale } from '../../../i18n/useLocale';
import type { MessageMark } from '../../chat/Bubble';
import type { CallOutput } from '../../../../contract/index';

/** A line of the chat. The same object as long as it looks the same. */
export type ChatRow =
  | { kind: 'day'; key: string; text: string }
  | { kind: 'message'; key: string; message: ServiceMessage; mark: MessageMark | null }
  /** `sent`: the gateway has it, and the list is being read. */
  | { kind: 'queued'; key: string; message: QueuedMessage; isSent: boolean };

export const keyOfRow = ({ key }: ChatRow): string => key;

export type NewMessage = Pick<NewQueuedMessage, 'text' | 'order' | 'image'>;

export interface ConversationState {
  list: ListCallState<ServiceMessage>;
  overview: CallState<CallOutput<'serviceConversations'>>;
  /** Undefined until it is known; null where nobody has written about the topic. */
  conversation: ServiceConversation | null | undefined;
  /** The oldest first. */
  rows: readonly ChatRow[];
  /** Grows with each message that the person says. */
  said: number;
  /** @returns false when it could not be kept */
  say: (message: NewMessage) => Promise<boolean>;
  retry: (clientId: string) => void;
  remove: (clientId: string) => void;
}

function markOf({ by, seq }: ServiceMessage, conversation: ServiceConversation | null | undefined): MessageMark | null {
  if (by !== 'me') return null;
  const { deliveredSeq = 0, readSeq = 0 } = conversation?.operators ?? {};
  return seq <= readSeq ? 'read' : seq <= deliveredSeq ? 'delivered' : 'sent';
}

/** Tells the gateway how far the person has read, once for each newest message, as soon as somebody looks. */
function useSeen(topic: ServiceTopic, newest: number | undefined): void {
  const { run } = useWriteCall(markServiceRead);
  const told = useRef<number | undefined>(undefined);
  useEffect(() => {
    const tell = () => {
      if (newest === undefined || told.current === newest || document.visibilityState !== 'visible') return;
      told.current = newest;
      void run(
        { topic, seq: newest },
        { handles: ['offline', 'timeout', 'network', 'http-status', 'unavailable'] },
      ).then(
        // The next visit, or the next message, tells it.
        ({ ok }) => {
          if (!ok && told.current === newest) told.current = undefined;
        },
      );
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [topic, newest, run]);
}

interface KeptRows {
  items: readonly ServiceMessage[] | undefined;
  conversation: ServiceConversation | null | undefined;
  locale: Locale;
  rows: readonly ChatRow[];
}

/** Makes rows of messages, with a line before each day. A row that looks the same as before is the same object. */
function keptRows({ items, conversation, locale }: Omit<KeptRows, 'rows'>, before: readonly ChatRow[]): ChatRow[] {
  const known = new Map(before.map((row) => [row.key, row]));
  let day: string | undefined;
  return (items ?? []).toReversed().flatMap((message) => {
    const date = new Date(message.createdAt).toDateString();
    const isNewDay = date !== day;
    day = date;
    const mark = markOf(message, conversation);
    const former = known.get(message.clientId);
    const isSame = former?.kind === 'message' && former.message === message && former.mark === mark;
    const row: ChatRow = isSame ? former : { kind: 'message', key: message.clientId, message, mark };
    return isNewDay ? [dayRow(date, formatDate(message.createdAt, { locale }), known), row] : [row];
  });
}

function dayRow(date: string, text: string, known: ReadonlyMap<string, ChatRow>): ChatRow {
  const key = `day ${date}`;
  const former = known.get(key);
  return former?.kind === 'day' && former.text === text ? former : { kind: 'day', key, text };
}

function useKeptRows(
  items: readonly ServiceMessage[] | undefined,
  conversation: ServiceConversation | null | undefined,
): readonly ChatRow[] {
  const locale = useLocale();
  const [made, setMade] = useState<KeptRows | null>(null);
  if (made?.items === items && made?.conversation === conversation && made?.locale === locale) return made?.rows ?? [];
  const given = { items, conversation, locale };
  const rows = keptRows(given, made?.rows ?? []);
  setMade({ ...given, rows });
  return rows;
}

interface OwnRows {
  queue: readonly QueuedMessage[] | undefined;
  items: readonly ServiceMessage[] | undefined;
  removed: ReadonlySet<string>;
  /** Messages that were in the queue, and that the gateway's list does not have yet. */
  seen: readonly QueuedMessage[];
  rows: readonly ChatRow[];
}

/** Messages that have left the queue stay in sight until the gateway's list has them. */
function ownRows(topic: ServiceTopic, given: Pick<OwnRows, 'queue' | 'items' | 'removed'>, before: OwnRows['seen']) {
  const waiting = (given.queue ?? []).filter((one) => one.topic === topic);
  const ids = new Set(waiting.map(({ clientId }) => clientId));
  const listed = new Set((given.items ?? []).map(({ clientId }) => clientId));
  const left = before.filter(({ clientId }) => !ids.has(clientId) && !given.removed.has(clientId));
  const seen = [...left, ...waiting].filter(({ clientId }) => !listed.has(clientId));
  const rows = seen.map((message): ChatRow => {
    return { kind: 'queued', key: message.clientId, message, isSent: !ids.has(message.clientId) };
  });
  return { ...given, seen, rows };
}

function useOwnRows(
  topic: ServiceTopic,
  queue: readonly QueuedMessage[] | undefined,
  items: readonly ServiceMessage[] | undefined,
) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(() => new Set());
  const [made, setMade] = useState<OwnRows | null>(null);
  const forget = useCallback((clientId: string) => setRemoved((all) => new Set([...all, clientId])), []);
  if (made && made.queue === queue && made.items === items && made.removed === removed)
    return { rows: made.rows, forget };
  const next = ownRows(topic, { queue, items, removed }, made?.seen ?? []);
  setMade(next);
  return { rows: next.rows, forget };
}

export function useConversation(topic: ServiceTopic): ConversationState {
  const list = useListCall(serviceMessages, { topic });
  const overview = useCall(serviceConversations, {});
  const { queue, add, retry, remove } = useMessageQueue();
  const [said, setSaid] = useState(0);
  const { items } = list;
  const { data } = overview;
  const conversation = data && (data.conversations.find((one) => one?.topic === topic) ?? null);
  const kept = useKeptRows(items, conversation);
  const { rows: own, forget } = useOwnRows(topic, queue, items);
  useSeen(topic, items?.find(({ by }) => by !== 'me')?.seq);
  return {
    list,
    overview,
    conversation,
    rows: useMemo(() => [...kept, ...own], [kept, own]),
    said,
    say: async (message) => {
      const isKept = await add({ ...message, topic, clientId: newId(), at: Date.now() });
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
