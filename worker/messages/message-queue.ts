/**
 * Messages to customer service: each is sent once, in the order in which they were written, whatever dies in between.
 *
 * [Note: Order of messages] A message has its id before it is kept, and is kept before it is sent; the gateway knows by the id
 * one that comes again. The next one is sent only when the gateway has the one before. So a worker that dies at any step, and even
 * two that send at the same time, lead to each message once, in order; the Web Lock only spares the second sending. It is taken
 * away from a tab that holds it for long, since the system may have suspended that one.
 */
import type { ErrorCode, CallError } from '../../contract/errors';
import type { Answer, MessageRequest, MessagesAnswer, NewQueuedMessage, QueuedMessage } from '../api';
import { callError } from '../call-errors';
import type { Environment } from '../environment';
import type { EventHub } from '../event-hub';
import type { Invoker } from '../invoke';
import type { OpenSession, SessionKeeper } from '../session/session-keeper';
import { StoreClosedError } from '../cache/store';
import { StoreFullError } from '../cache/store-errors';
import type { Connection } from '../transport/connection';
import { spread } from '../transport/spread';
import type { Transport } from '../transport/transport';
import type { Uploads } from '../upload/uploads';
import {
  changeMessage,
  dropMessage,
  keepMessage,
  keptImage,
  keptMessages,
  moveToEnd,
  type KeptMessage,
} from './kept-messages';

const MAX_QUEUED = 200;
const FIRST_PAUSE_MS = 2_000;
const LAST_PAUSE_MS = 60_000;
/** Longer than a message and its image take on a slow line. */
const LOCK_PATIENCE_MS = 200_000;

/** Reasons that pass by themselves, beside those that are retryable anyway. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['session-closed', 'unauthorized']);

export interface MessageQueueOptions {
  keeper: SessionKeeper;
  invoker: Invoker;
  connection: Connection;
  events: EventHub;
  environment: Pick<Environment, 'locks' | 'tabs' | 'setTimer' | 'random' | 'databasePrefix'>;
  transport: Transport;
  newRequest: Environment['newRequest'];
  serverNow: () => number;
}

export class MessageQueue {
  /** Progress of images on their way, 0…1, by message. */
  readonly #progress = new Map<string, number>();
  #uploads: Promise<Uploads> | undefined;
  /** Requests that change rows follow one another. */
  #turn: Promise<unknown> = Promise.resolve();
  #sending: Promise<void> | null = null;
  #isAskedAgain = false;
  #failures = 0;
  #callOffNext = () => {};

  constructor(private readonly options: MessageQueueOptions) {
    options.environment.tabs.receive((message) => {
      if ((message as { type?: unknown } | null)?.type === 'messages') void this.#tellOwn().catch(() => {});
    });
  }

  /** Never throws. Whatever is asked, what waits is sent if it can be. */
  async answer(request: MessageRequest): Promise<MessagesAnswer> {
    const session = this.options.keeper.current;
    if (!session) return { queue: [], image: null, error: callError('session-closed') };
    const done = this.#turn.then(() => this.#carryOut(session, request));
    this.#turn = done.catch(() => {});
    try {
      const image = await done;
      return { queue: await this.#shown(session), image, error: null };
    } catch (error) {
      if (error instanceof StoreClosedError) return { queue: [], image: null, error: callError('session-closed') };
      if (!(error instanceof StoreFullError)) throw error;
      return { queue: await this.#shown(session), image: null, error: callError('storage-full') };
    } finally {
      void this.#send(session);
    }
  }

  async #carryOut(session: OpenSession, request: MessageRequest): Promise<Blob | null> {
    const { vault } = session;
    if (request.do === 'look') return null;
    if (request.do === 'image') return keptImage(vault, request.clientId);
    if (request.do === 'add') await this.#add(session, request.message);
    else {
      const found = (await keptMessages(vault)).find(({ clientId }) => clientId === request.clientId);
      if (found && request.do === 'remove') await dropMessage(vault, found);
      if (found?.state === 'failed' && request.do === 'retry')
        await moveToEnd(vault, { ...found, state: 'waiting', error: null });
    }
    this.#failures = 0;
    await this.#tell(session);
    return null;
  }

  async #add({ vault }: OpenSession, { image, ...message }: NewQueuedMessage): Promise<void> {
    const kept = await keptMessages(vault);
    // The page asks again when it does not know whether the worker died before it kept the message.
    if (kept.some(({ clientId }) => clientId === message.clientId)) return;
    if (kept.length >= MAX_QUEUED) throw new StoreFullError();
    const state = { state: 'waiting', error: null, imageId: null } as const;
    await keepMessage(vault, { ...message, ...state, hasImage: image !== null }, image);
  }

  /** Sends what waits; one round at a time in this worker. */
  #send(session: OpenSession): Promise<void> {
    this.#isAskedAgain = true;
    return (this.#sending ??= this.#rounds(session)
      // The session ended, or the disk is in trouble: the next request tries again.
      .catch(() => {})
      .finally(() => (this.#sending = null)));
  }

  async #rounds(session: OpenSession): Promise<void> {
    while (this.#isAskedAgain && !session.leaving.signal.aborted) {
      this.#isAskedAgain = false;
      if (!(await this.#nextOf(session))) continue;
      await this.#alone(session, () => this.#drain(session));
    }
  }

  /** Runs `work` while no other tab of the person's sends. See [Note: Order of messages]. */
  async #alone({ userId }: OpenSession, work: () => Promise<void>): Promise<void> {
    const { locks, databasePrefix, setTimer } = this.options.environment;
    if (!locks) return work();
    const name = `${databasePrefix}-messages-${userId}`;
    const waiting = new AbortController();
    const callOff = setTimer(() => waiting.abort(), LOCK_PATIENCE_MS);
    let isHeld = false;
    const hold = () => {
      isHeld = true;
      callOff();
      return work();
    };
    try {
      await locks.request(name, { signal: waiting.signal }, hold);
    } catch (error) {
      // Another tab has taken it away: that one goes on with what waits.
      if (isHeld) return;
      if (!waiting.signal.aborted) throw error;
      await locks.request(name, { steal: true }, hold).catch(() => {});
    } finally {
      callOff();
    }
  }

  async #nextOf({ vault }: OpenSession): Promise<KeptMessage | undefined> {
    return (await keptMessages(vault)).find(({ state }) => state === 'waiting');
  }

  async #drain(session: OpenSession): Promise<void> {
    const { signal } = session.leaving;
    for (let next = await this.#nextOf(session); next && !signal.aborted; next = await this.#nextOf(session)) {
      const error = await this.#sendOne(session, next);
      if (signal.aborted) return;
      if (error === null) {
        this.#failures = 0;
        await dropMessage(session.vault, next);
      } else if (error.retryable || PASSING.has(error.code)) return this.#later(session, error);
      else await changeMessage(session.vault, { ...next, state: 'failed', error });
      await this.#tell(session);
    }
  }

  #later(session: OpenSession, error: CallError): void {
    const { setTimer, random } = this.options.environment;
    const told = error.code === 'rate-limited' ? error.data?.retryAfterMs : undefined;
    const pauseMs = told ?? Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#callOffNext();
    this.#callOffNext = setTimer(() => void this.#send(session), told ?? spread(pauseMs, random));
  }

  /** @returns null when the gateway has it */
  async #sendOne(session: OpenSession, message: KeptMessage): Promise<CallError | null> {
    const { connection, invoker } = this.options;
    if (connection.isHintedOffline || !(connection.isOnline || (await connection.check()))) return callError('offline');
    const image = await this.#sendImage(session, message);
    if (image !== null && !image.ok) return image.error;
    const { topic, clientId, text, order } = message;
    const answer = await invoker.invoke('sendServiceMessage', {
      topic,
      clientId,
      ...(text === null ? {} : { text }),
      ...(image === null ? {} : { image: image.data.id }),
      ...(order === null ? {} : { order: { kind: order.kind, id: order.id } }),
    });
    return answer.ok ? null : answer.error;
  }

  /** @returns null for a message without an image */
  async #sendImage(session: OpenSession, message: KeptMessage): Promise<Answer<{ id: string }> | null> {
    const { clientId, hasImage, imageId } = message;
    if (!hasImage) return null;
    const sent = { ok: true, asOf: 0, source: 'network', isStale: false } as const;
    if (imageId !== null) return { ...sent, data: { id: imageId } };
    const image = await keptImage(session.vault, clientId);
    if (!image) return { ok: false, error: callError('file-empty') };
    const uploads = await this.#loadUploads().catch(() => null);
    if (!uploads) return { ok: false, error: callError('network') };
    const answer = await uploads.send(clientId, image);
    this.#progress.delete(clientId);
    // A worker that dies before this sends the image again: nobody sees the first one.
    if (answer.ok) await changeMessage(session.vault, { ...message, imageId: answer.data.id });
    return answer;
  }

  #loadUploads(): Promise<Uploads> {
    const { keeper, transport, newRequest, serverNow } = this.options;
    this.#uploads ??= import('../upload/uploads').then(
      ({ Uploads: Loaded }) =>
        new Loaded({ keeper, transport, newRequest, serverNow, events: { emit: (event) => this.#onProgress(event) } }),
      (error: unknown) => {
        this.#uploads = undefined;
        throw error;
      },
    );
    return this.#uploads;
  }

  #onProgress(event: Parameters<EventHub['emit']>[0]): void {
    if (event.type !== 'upload') return;
    this.#progress.set(event.uploadId, event.sentBytes / event.totalBytes);
    void this.#tellOwn().catch(() => {});
  }

  async #shown({ vault }: OpenSession): Promise<QueuedMessage[]> {
    return (await keptMessages(vault)).map(({ place: _place, imageId: _imageId, ...message }) => ({
      ...message,
      progress: this.#progress.get(message.clientId) ?? null,
    }));
  }

  async #tell(session: OpenSession): Promise<void> {
    this.options.environment.tabs.send({ type: 'messages' });
    await this.#tellOwn(session);
  }

  async #tellOwn(session = this.options.keeper.current): Promise<void> {
    if (session) this.options.events.emit({ type: 'messages', queue: await this.#shown(session) });
  }
}
