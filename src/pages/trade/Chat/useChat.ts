/** One trade's chat: the gateway's messages, and those on their way from here. One sent again under its id stays one message. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../../bridge/server-clock';
import type { TradeMessage } from '../../../../contract/calls/otc-usdt-records';
import { tradeMessages, markMessagesRead, sendMessage } from '../../../../contract/calls/otc-usdt-trades';
import type { CallError, ErrorCode } from '../../../../contract/errors';
import { newId } from '../../../bridge/intents';
import type { ListCallState } from '../../../bridge/types';
import { useListCall } from '../../../bridge/useListCall';
import { useWriteCall } from '../../../bridge/useWriteCall';

export interface OwnMessage {
  clientId: string;
  text: string | null;
  image: string | null;
  /** UTC ms by this device's clock. */
  at: number;
  state: 'sending' | 'sent' | 'failed';
  error: CallError | null;
}

/** Refusals of a message; they are told at the message. */
const AT_MESSAGE: readonly ErrorCode[] = [
  'offline',
  'timeout',
  'network',
  'http-status',
  'bad-answer',
  'worker-lost',
  'internal',
  'unavailable',
  'rate-limited',
  'order-closed',
  'not-found',
  'invalid-input',
];

export interface ChatState {
  list: ListCallState<TradeMessage>;
  /** Oldest first. */
  messages: readonly TradeMessage[];
  /** Of this device, as long as the gateway's list does not have them. */
  own: readonly OwnMessage[];
  say: (text: string | null, image: string | null) => void;
  retry: (message: OwnMessage) => void;
}

/** Tells the gateway which messages the person has seen, once for each newest message, as soon as somebody looks. */
function useSeen(tradeId: string, newestTheirs: string | undefined): void {
  const { run } = useWriteCall(markMessagesRead);
  const told = useRef<string | undefined>(undefined);
  useEffect(() => {
    const tell = () => {
      if (newestTheirs === undefined || told.current === newestTheirs || document.visibilityState !== 'visible') return;
      told.current = newestTheirs;
      // A failure changes nothing here: the next message, or the next visit, tells the gateway again.
      void run({ tradeId, messageId: newestTheirs }, { handles: AT_MESSAGE });
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [tradeId, newestTheirs, run]);
}

export function useChat(tradeId: string): ChatState {
  const list = useListCall(tradeMessages, { tradeId });
  const [pending, setPending] = useState<readonly OwnMessage[]>([]);
  const { run } = useWriteCall(sendMessage);
  const items = list.items ?? [];
  useSeen(tradeId, items.find(({ by }) => by !== 'me')?.id);

  const send = useCallback(
    async (message: OwnMessage) => {
      const change = (part: Partial<OwnMessage>) =>
        setPending((all) => all.map((one) => (one.clientId === message.clientId ? { ...one, ...part } : one)));
      change({ state: 'sending', error: null });
      const { clientId, text, image } = message;
      const result = await run(
        { tradeId, clientId, ...(text === null ? {} : { text }), ...(image === null ? {} : { image }) },
        { handles: AT_MESSAGE },
      );
      change(result.ok ? { state: 'sent' } : { state: 'failed', error: result.error });
    },
    [run, tradeId],
  );
  const known = new Set(items.map(({ clientId }) => clientId));
  return {
    list,
    messages: items.toReversed(),
    own: pending.filter(({ clientId }) => !known.has(clientId)),
    say: (text, image) => {
      const message: OwnMessage = {
        clientId: newId(),
        text,
        image,
        at: serverNow(),
        state: 'sending',
        error: null,
      };
      setPending((all) => [...all, message]);
      void send(message);
    },
    retry: (message) => void send(message),
  };
}
