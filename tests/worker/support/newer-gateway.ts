/** Answers as a gateway of a later version would give them: with fields that today's client has never heard of. */
import { sealAnswer } from '../../../gateway/http/envelope';
import { openAnswer } from '../../support/envelope-client';

const LATER = { addedLater: { kind: 'nobody-knows', amount: '1.5', list: [{ id: 1 }] } };

/** Makes a later version's answer out of today's. */
export type Later = (body: unknown) => unknown;

/** `value` with an unknown field in every object of it. */
export function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withUnknownFields(part)])),
    ...LATER,
  };
}

/** Live events whose notices are of a kind, and a shape, that came later. */
export function withUnknownNotices(body: unknown): unknown {
  const { events, ...page } = body as { events?: object[] };
  if (!events) return body;
  return {
    ...page,
    events: events.map((event) => ({ ...event, notice: { kind: 'otc-reversed', subject: { order: 7 } } })),
  };
}

/** The sealed answer, with unknown fields in its envelope and in what is sealed. */
export function newerAnswer(text: string, later: Later): string {
  const sealed = JSON.parse(text) as { code: number; handshake: string; data: string };
  const { code, data } = openAnswer(sealed);
  return JSON.stringify({ ...sealAnswer(code, later(data), sealed.handshake), ...LATER });
}

/** A response of the envelope or upload door. */
export async function newerResponse(response: Response, later: Later): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  return new Response(status === 200 ? newerAnswer(text, later) : text, { status, headers });
}

/** A stream's bytes: each event is a whole piece of them, as the gateway writes it. */
export function newerStream(later: Later): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return new TransformStream({
    transform(piece, controller) {
      const text = decoder
        .decode(piece)
        .replace(/^data: ?(\{.+\})$/gm, (_, data: string) => `data: ${newerAnswer(data, later)}`);
      controller.enqueue(encoder.encode(text));
    },
  });
}
