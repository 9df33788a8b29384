/** One device's stream of server-sent events, each a sealed answer. A device that does not read is dropped, not waited for. */
import type { LivePage } from '../../contract/calls/live';
import type { IdSource } from '../adapters/ids';
import type { Listener, StreamEnd } from '../domain/live/feed';
import { sealAnswer } from './envelope';

/** A device may leave this much unread beside the sockets' own buffers: some minutes of a busy market. */
const MAX_UNREAD_BYTES = 64 * 1024;

const encoder = new TextEncoder();
/** The gateway seals a page once for all devices that it goes to: the key travels with it (docs/rules.md §11). */
const sealedPages = new WeakMap<LivePage, Uint8Array>();

function eventOf(code: number, body: unknown, ids: IdSource): string {
  return `data: ${JSON.stringify(sealAnswer(code, body, ids.handshake()))}\n\n`;
}

function sealedPage(page: LivePage, ids: IdSource): Uint8Array {
  const known = sealedPages.get(page);
  if (known) return known;
  const bytes = encoder.encode(`id: ${page.last}\n${eventOf(200, page, ids)}`);
  sealedPages.set(page, bytes);
  return bytes;
}

export interface EventStreamOptions {
  ids: IdSource;
  /** Makes the last message for a device that the gateway sends away; null: none. */
  farewell: (why: StreamEnd) => { code: number; body: unknown } | null;
  /** The device has gone, or was dropped. */
  onGone: () => void;
}

export class EventStream implements Listener {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(private readonly options: EventStreamOptions) {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.#controller = controller;
    };
    const cancel = () => this.#leave();
    this.body = new ReadableStream(
      { start, cancel },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
    );
  }

  tell(page: LivePage): void {
    this.#write(sealedPage(page, this.options.ids));
  }

  end(why: StreamEnd): void {
    const farewell = this.options.farewell(why);
    if (farewell) this.#write(encoder.encode(eventOf(farewell.code, farewell.body, this.options.ids)));
    this.#controller?.close();
    this.#controller = null;
  }

  #write(bytes: Uint8Array): void {
    const controller = this.#controller;
    if (!controller) return;
    if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(bytes);
    controller.error(new Error('not read'));
    this.#leave();
  }

  #leave(): void {
    this.#controller = null;
    this.options.onGone();
  }
}
