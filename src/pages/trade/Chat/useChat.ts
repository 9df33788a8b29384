/** One trade's chat: the gateway's messages, and those on their way from here. One sent again under its id stays one message. */
import { useCallback, useState } from 'react';
import { serverNow } from '../../../bridge/server-clock';
import type { TradeMessage } from '../../../../contract/calls/otc-usdt-records';
import { tradeMessages, markMessagesRead, sendMessage } from '../../../../contract/calls/otc-usdt-trades';
import type { CallError, ErrorCode } from '../../../../contract/errors';
import { newId } from '../../../bridge/intents';
import type { ListCallState } from '../../../bridge/types';
import { useListCall } from '../../../bridge/useListCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import type { OwnMessage } from '../../chat/useChatRows';
import { useSeen } from '../../chat/useSeen';

/** A message of this device. */
export interface OwnTradeMessage extends OwnMessage {
  text: string | null;
  image: string | null;
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
  own: readonly OwnTradeMessage[];
  /** Grows with each message that the person says. */
  said: number;
  say: (text: string | null, image: string | null) => void;
  retry: (message: OwnTradeMessage) => void;
}

export function useChat(tradeId: string): ChatState {
  const list = useListCall(tradeMessages, { tradeId });
  const [pending, setPending] = useState<readonly OwnTradeMessage[]>([]);
  const { run } = useWriteCall(sendMessage);
  const [said, setSaid] = useState(0);
  const { run: mark } = useWriteCall(markMessagesRead);
  useSeen(
    list.items?.find(({ by }) => by !== 'me')?.id,
    useCallback((messageId: string) => mark({ tradeId, messageId }, { handles: AT_MESSAGE }), [mark, tradeId]),
  );

  const send = useCallback(
    async (message: OwnTradeMessage) => {
      const change = (part: Partial<OwnTradeMessage>) =>
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
  return {
    list,
    own: pending,
    said,
    say: (text, image) => {
      const message: OwnTradeMessage = {
        clientId: newId(),
        text,
        image,
        at: serverNow(),
        state: 'sending',
        error: null,
      };
      setPending((all) => [...all, message]);
      setSaid((count) => count + 1);
      void send(message);
    },
    retry: useCallback((message) => void send(message), [send]),
  };
}
