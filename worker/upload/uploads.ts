/** Images on their way through the upload door (docs/rules.md §11). A chunk of its own, loaded with the first one. */
import { uploadImage } from '../../contract/calls/content';
import type { ErrorCode } from '../../contract/errors';
import type { CallOutput } from '../../contract/index';
import type { Answer } from '../api';
import { callError } from '../call-errors';
import type { Environment } from '../environment';
import type { EventHub } from '../event-hub';
import type { OpenSession, SessionKeeper } from '../session/session-keeper';
import type { Transport } from '../transport/transport';
import { sendableImage } from './image-file';
import { progressFetch } from './progress-fetch';

/** 10 MB over 0.5 Mbit/s; within the time window of the sign, which is made before the first byte travels. */
const UPLOAD_DEADLINE_MS = 180_000;

export interface UploadsOptions {
  keeper: SessionKeeper;
  transport: Transport;
  events: Pick<EventHub, 'emit'>;
  newRequest: Environment['newRequest'];
  serverNow: () => number;
}

type UploadAnswer = Answer<CallOutput<'uploadImage'>>;

function refuse(code: ErrorCode): UploadAnswer {
  return { ok: false, error: callError(code) };
}

export class Uploads {
  readonly #running = new Map<string, AbortController>();

  constructor(private readonly options: UploadsOptions) {}

  /**
   * Sends one image. It is tried once: the person sees what failed and decides whether ten megabytes travel again.
   * @param uploadId names it in `upload` events and for `cancel`
   */
  async send(uploadId: string, file: Blob): Promise<UploadAnswer> {
    const session = this.options.keeper.current;
    if (!session) return refuse('session-closed');
    const calledOff = new AbortController();
    const callOff = () => calledOff.abort();
    session.leaving.signal.addEventListener('abort', callOff);
    this.#running.set(uploadId, calledOff);
    try {
      const checked = await sendableImage(file);
      return 'code' in checked
        ? refuse(checked.code)
        : await this.#post(session, { uploadId, image: checked.image, signal: calledOff.signal });
    } finally {
      this.#running.delete(uploadId);
      session.leaving.signal.removeEventListener('abort', callOff);
    }
  }

  cancel(uploadId: string): void {
    this.#running.get(uploadId)?.abort();
  }

  async #post(
    session: OpenSession,
    { uploadId, image, signal }: { uploadId: string; image: Blob; signal: AbortSignal },
  ): Promise<UploadAnswer> {
    const { transport, keeper, events, newRequest, serverNow } = this.options;
    const tell = (sentBytes: number, totalBytes: number) =>
      events.emit({ type: 'upload', uploadId, sentBytes, totalBytes });
    const result = await transport.send({
      method: uploadImage.method,
      uri: uploadImage.uri,
      effect: uploadImage.effect,
      params: {},
      token: session.token,
      file: image,
      signal,
      deadlineMs: UPLOAD_DEADLINE_MS,
      maxTries: 1,
      ...(newRequest ? { fetch: progressFetch(newRequest, tell) } : {}),
    });
    if (!result.ok) {
      await keeper.endIfUnauthorized(session, result.error);
      return { ok: false, error: result.error };
    }
    const parsed = uploadImage.output.safeParse(result.body);
    if (!parsed.success) return refuse('bad-answer');
    return { ok: true, data: parsed.data, asOf: serverNow(), source: 'network', isStale: false };
  }
}
