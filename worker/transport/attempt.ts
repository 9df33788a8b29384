/** Makes one try of one request: seal, post, open. Failures are values; the retry policy decides on them. */
import { APP_VERSION } from '../../contract/app-version';
import { EnvelopeError, type Envelope, type OpenedAnswer } from '../envelope/envelope';
import type { InnerRequest, RequestForm } from '../../contract/request-envelope';
import type { LangCode } from '../../contract/ids';
import type { SetTimer } from '../environment';

export type AttemptResult =
  | { kind: 'answer'; answer: OpenedAnswer }
  /** `fetch` failed: whether the gateway got the request is not known. */
  | { kind: 'network' }
  | { kind: 'timeout' }
  | { kind: 'status'; status: number; message: string; retryAfterMs: number | undefined }
  | { kind: 'bad-answer' }
  /** Called off by the caller (log-out). */
  | { kind: 'aborted' };

export interface AttemptRequest {
  /** Address of the envelope or upload door. */
  url: string;
  inner: InnerRequest;
  token: string | null;
  lang: LangCode;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** The file part of the upload door. */
  file?: Blob;
}

export interface AttemptTools {
  fetch: typeof fetch;
  setTimer: SetTimer;
  envelope: Envelope;
  serverNow: () => number;
  deviceNow: () => number;
}

/** The longest text of an error page that is worth showing. */
const MAX_STATUS_TEXT = 200;

export async function attempt(tools: AttemptTools, request: AttemptRequest): Promise<AttemptResult> {
  const form = await tools.envelope.seal(request.inner, tools.serverNow());
  const deadline = new AbortController();
  let isLate = false;
  const callOff = tools.setTimer(() => {
    isLate = true;
    deadline.abort();
  }, request.deadlineMs);
  const follow = () => deadline.abort();
  request.signal?.addEventListener('abort', follow);
  try {
    if (request.signal?.aborted) return { kind: 'aborted' };
    const response = await post(tools.fetch, request, form, deadline.signal);
    if (response.status !== 200) return await statusResult(response, tools.deviceNow());
    const text = await response.text();
    return { kind: 'answer', answer: await tools.envelope.open(parseJson(text)) };
  } catch (error) {
    if (error instanceof EnvelopeError) return { kind: 'bad-answer' };
    if (request.signal?.aborted) return { kind: 'aborted' };
    return isLate ? { kind: 'timeout' } : { kind: 'network' };
  } finally {
    callOff();
    request.signal?.removeEventListener('abort', follow);
  }
}

/** A sealed request on its way to a door. @throws as `fetch` does */
export function post(
  fetch: AttemptTools['fetch'],
  request: Omit<AttemptRequest, 'inner' | 'deadlineMs'>,
  form: RequestForm,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(request.url, {
    method: 'POST',
    headers: outerHeaders(request),
    body: bodyOf(form, request.file),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    ...(request.keepalive ? { keepalive: true } : {}),
    signal,
  });
}

function outerHeaders({ token, lang }: Pick<AttemptRequest, 'token' | 'lang'>): Record<string, string> {
  return { lang, 'app-version': APP_VERSION, ...(token === null ? {} : { Authorization: token }) };
}

/** The content type follows from the body: `application/x-www-form-urlencoded`, or multipart with the file. */
function bodyOf(form: RequestForm, file: Blob | undefined): URLSearchParams | FormData {
  if (!file) return new URLSearchParams(form);
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  body.append('file', file);
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new EnvelopeError('not JSON', { cause });
  }
}

async function statusResult(response: Response, deviceNow: number): Promise<AttemptResult> {
  const isText = response.headers.get('content-type')?.startsWith('text/plain') ?? false;
  const text = isText ? (await response.text()).slice(0, MAX_STATUS_TEXT).trim() : '';
  return {
    kind: 'status',
    status: response.status,
    message: text || response.statusText,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), deviceNow),
  };
}

/** `Retry-After` is seconds or an HTTP date (RFC 9110 §10.2.3). */
function retryAfterMs(value: string | null, deviceNow: number): number | undefined {
  if (value === null) return undefined;
  if (/^[0-9]{1,6}$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - deviceNow);
}
