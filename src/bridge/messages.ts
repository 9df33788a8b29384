/** Messages to customer service that the worker keeps until the gateway has them. */
import { useCallback, useEffect, useState } from 'react';
import type { MessageRequest, MessagesAnswer, NewQueuedMessage, QueuedMessage } from '../../worker/api';
import { bridge } from './bridge';

export type { NewQueuedMessage, QueuedMessage } from '../../worker/api';

/** A picture may be large. */
const DEADLINE_MS = 65_000;

/** Null when the worker did not answer. */
async function once(request: MessageRequest): Promise<MessagesAnswer | null> {
  const reply = await bridge().tasks.runToEnd((api) => api.messages(request) as Promise<MessagesAnswer>, DEADLINE_MS);
  return reply.ok ? reply.value : null;
}

/** Asking twice is safe: a message is known by its id. Null when the worker does not answer. */
async function ask(request: MessageRequest): Promise<MessagesAnswer | null> {
  return (await once(request)) ?? once(request);
}

/** Sends what waits, if it can be sent. */
function sendWaiting(): void {
  void once({ do: 'look' });
}

/** Sends what waits whenever there is a chance: now, when the connection is back, after a start of the worker. @returns what ends it */
export function keepSending(): () => void {
  sendWaiting();
  const stops = [
    bridge().isOnline.subscribe((isOnline) => isOnline && sendWaiting()),
    bridge().events.subscribe((event) => event === null && sendWaiting()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export async function imageOf(clientId: string): Promise<Blob | null> {
  return (await ask({ do: 'image', clientId }))?.image ?? null;
}

export interface MessageQueue {
  /** In the order in which they are sent; undefined until it is known. */
  queue: readonly QueuedMessage[] | undefined;
  /** @returns false when it could not be kept */
  add: (message: NewQueuedMessage) => Promise<boolean>;
  retry: (clientId: string) => void;
  remove: (clientId: string) => void;
}

/** The messages that wait to be sent, of this and of other windows. */
export function useMessageQueue(): MessageQueue {
  const [queue, setQueue] = useState<readonly QueuedMessage[]>();
  const request = useCallback(async (asked: MessageRequest): Promise<boolean> => {
    const answer = await ask(asked);
    if (answer && answer.error?.code !== 'session-closed') setQueue(answer.queue);
    return answer !== null && answer.error === null;
  }, []);
  useEffect(() => {
    void request({ do: 'look' });
    return bridge().events.subscribe((event) => {
      if (event === null) void request({ do: 'look' });
      else if (event.type === 'messages') setQueue(event.queue);
    });
  }, [request]);
  return {
    queue,
    add: useCallback((message) => request({ do: 'add', message }), [request]),
    retry: useCallback((clientId) => void request({ do: 'retry', clientId }), [request]),
    remove: useCallback((clientId) => void request({ do: 'remove', clientId }), [request]),
  };
}
