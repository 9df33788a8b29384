/** Reads a request's body, bounded in bytes and in time: a sender who is slow keeps nobody else from anything. */
import { Refusal } from '../domain/call-context';

/** The least speed of a body. */
export interface Pace {
  /** The body is whole within this time, ms. */
  totalMs: number;
  /** In each stretch of this many ms … */
  stretchMs: number;
  /** … at least this many bytes come, or the body's rest. */
  leastBytes: number;
}

/** The body came too slowly: the gateway throws away the bytes that came, and ends the connection. */
export class BodyLateError extends Error {
  constructor() {
    super('the body came too slowly');
    this.name = 'BodyLateError';
  }
}

export interface BodyLimits {
  maxBytes: number;
  pace: Pace;
  /** True where only the end of the body is waited for: nothing is kept. */
  isDiscarded?: boolean;
  /** Sees each piece before it is kept; what it throws ends the reading. */
  onPiece?: (piece: Uint8Array) => void;
}

/** Beyond this multiple of a limit nobody is listened to any more; below, a client gets to read its refusal. */
const DISCARD_FACTOR = 4;

/** Calls `onLate` once, when too little has come. @returns stops it */
function watchPace({ totalMs, stretchMs, leastBytes }: Pace, sizeNow: () => number, onLate: () => void): () => void {
  const endsAt = performance.now() + totalMs;
  let before = 0;
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(judge, Math.max(0, Math.min(stretchMs, endsAt - performance.now())));
  };
  const judge = () => {
    const size = sizeNow();
    if (size - before < leastBytes || performance.now() >= endsAt) return onLate();
    before = size;
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}

/**
 * Reads the body and never keeps more than `maxBytes`: refused by its announced length, or as soon as more arrives. Bytes beyond
 * the limit are read on and thrown away, since most clients look at an answer only once they have sent everything.
 * @throws Refusal too-large; BodyLateError; what `onPiece` throws
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer>> {
  const { maxBytes, pace, onPiece, isDiscarded = false } = limits;
  const announced = request.headers.get('content-length');
  const announcedBytes = announced === null ? 0 : Number(announced);
  if (!(announcedBytes <= DISCARD_FACTOR * maxBytes)) throw new Refusal('too-large');
  if (request.body === null) return new Uint8Array();
  const isTooLarge = announcedBytes > maxBytes;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  const reader = request.body.getReader();
  const stop = watchPace(
    pace,
    () => size,
    () => {
      isLate = true;
      // Ends the reading that waits.
      reader.cancel().catch(() => undefined);
    },
  );
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) throw new BodyLateError();
      if (done) break;
      size += value.byteLength;
      if (size > DISCARD_FACTOR * maxBytes) {
        await reader.cancel();
        break;
      }
      if (isTooLarge || size > maxBytes) chunks.length = 0;
      else {
        onPiece?.(value);
        if (!isDiscarded) chunks.push(value);
      }
    }
  } finally {
    stop();
  }
  if (isTooLarge || size > maxBytes) throw new Refusal('too-large');
  return isDiscarded ? new Uint8Array() : Buffer.concat(chunks, size);
}
