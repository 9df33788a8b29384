/** A small client of the gateway's stream of live changes: opens it, and unseals each event. */
import { DEFAULT_PROFILE } from '../../contract/envelope';
import { liveEvents, type LivePage } from '../../contract/calls/live';
import { openAnswer, sealForm, type ClientAnswer } from './envelope-client';

export const STREAM_DOOR = `/api/${DEFAULT_PROFILE.streamId}`;

export interface StreamRequest {
  token?: string | undefined;
  after?: string | undefined;
  nowMs: number;
}

/** Makes the request for `fetch` or for an app in this process. */
export function streamRequest({ token, after, nowMs }: StreamRequest) {
  const { method, uri } = liveEvents;
  const params = after === undefined ? {} : { after };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(token && { authorization: token }) },
    body: sealForm({ method, uri, headers: {}, params }, nowMs).toString(),
  };
}

export interface OpenStream {
  /** The next event; null when the stream has ended. */
  next(): Promise<ClientAnswer<LivePage> | null>;
  close(): Promise<void>;
}

/** @throws Error when the answer is no stream */
export function readStream(response: Response): OpenStream {
  if (response.headers.get('content-type') !== 'text/event-stream' || !response.body) throw new Error('no stream');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const event = text.slice(0, end);
          text = text.slice(end + 2);
          const data = /^data: (.*)$/m.exec(event)?.[1] ?? '';
          return openAnswer(JSON.parse(data) as Parameters<typeof openAnswer>[0]) as ClientAnswer<LivePage>;
        }
        const { done, value } = await reader.read();
        if (done) return null;
        text += value;
      }
    },
    close: () => reader.cancel(),
  };
}
