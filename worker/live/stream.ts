/** One stream of live changes: opened like a call, read until it ends. Failures are values. */
import { liveEvents, type LivePage } from '../../contract/calls/live';
import type { EnvelopeProfile } from '../../contract/envelope';
import type { CallError } from '../../contract/errors';
import type { LangCode } from '../../contract/ids';
import type { Envelope } from '../envelope/envelope';
import type { SetTimer } from '../environment';
import { gatewayError } from '../gateway-error';
import { post } from '../transport/attempt';
import { stopwatch } from '../transport/stopwatch';

/** A proxy that collects what it should pass on shows by the first event, which comes at once otherwise. */
const FIRST_EVENT_MS = 10_000;
/** The gateway gives a sign of life every 20 s. */
export const SILENCE_MS = 45_000;
/** After a sleep or a change of network a stream may look open and be dead: this quiet, it is opened anew. */
const DOUBTFUL_MS = 25_000;
/** Far more than any event has. */
const MAX_EVENT_CHARS = 1_000_000;

/** `isTold`: at least one event came, so the way is open. `refused`: the gateway says why it sends us away. */
export type StreamEnd = { kind: 'refused'; error: CallError } | { kind: 'ended'; isTold: boolean };

export interface StreamTools {
  fetch: typeof fetch;
  setTimer: SetTimer;
  now: () => number;
  uptime: () => number;
  envelope: Envelope;
  serverNow: () => number;
  profile: EnvelopeProfile;
  origin: () => string;
  lang: () => LangCode;
}

export interface StreamRequest {
  token: string;
  after: string | null;
  signal: AbortSignal;
  onPage: (page: LivePage) => Promise<void>;
}

export class LiveStream {
  readonly #ended = new AbortController();
  #callOffWatch = () => {};
  #sinceHeardMs = () => 0;
  #isTold = false;

  constructor(
    private readonly tools: StreamTools,
    private readonly request: StreamRequest,
  ) {}

  /** Resolves when the stream has ended; never throws. */
  async run(): Promise<StreamEnd> {
    const { signal } = this.request;
    const follow = () => this.#ended.abort();
    signal.addEventListener('abort', follow);
    if (signal.aborted) follow();
    this.#watch(FIRST_EVENT_MS);
    try {
      const error = await this.#read(await this.#open());
      return error ? { kind: 'refused', error } : { kind: 'ended', isTold: this.#isTold };
    } catch {
      return { kind: 'ended', isTold: this.#isTold };
    } finally {
      this.#callOffWatch();
      signal.removeEventListener('abort', follow);
      this.#ended.abort();
    }
  }

  /** Ends it when it may be dead. */
  doubt(): void {
    if (this.#sinceHeardMs() > DOUBTFUL_MS) this.#ended.abort();
  }

  async #open(): Promise<Response> {
    const { envelope, serverNow, profile, origin, lang, fetch } = this.tools;
    const { token, after } = this.request;
    this.#sinceHeardMs = stopwatch(this.tools);
    const params = after === null ? {} : { after };
    const form = await envelope.seal(
      { method: liveEvents.method, uri: liveEvents.uri, headers: {}, params },
      serverNow(),
    );
    return post(fetch, { url: `${origin()}/api/${profile.streamId}`, token, lang: lang() }, form, this.#ended.signal);
  }

  /** @returns the refusal that it ended with, null without one. @throws when it breaks or makes no sense */
  async #read(response: Response): Promise<CallError | null> {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!isStream) return this.#hear(await response.text());
    if (!response.body) throw new TypeError('no body');
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return null;
      this.#sinceHeardMs = stopwatch(this.tools);
      const events = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      if (text.length > MAX_EVENT_CHARS) throw new TypeError('too long');
      for (const event of events) {
        const data = /^data: ?(.+)$/m.exec(event)?.[1];
        const refusal = data === undefined ? null : await this.#hear(data);
        if (refusal) return refusal;
      }
      this.#watch(SILENCE_MS);
    }
  }

  /** One sealed answer. */
  async #hear(sealed: string): Promise<CallError | null> {
    const { code, body } = await this.tools.envelope.open(JSON.parse(sealed) as unknown);
    if (code !== 200) return await gatewayError(code, body);
    await this.request.onPage(liveEvents.output.parse(body));
    this.#isTold = true;
    return null;
  }

  #watch(limitMs: number): void {
    this.#callOffWatch();
    this.#callOffWatch = this.tools.setTimer(() => this.#ended.abort(), limitMs);
  }
}
