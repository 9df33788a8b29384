/** Opens the four form fields to the inner request: sign, time, cipher, replay, shape – in this order (docs/rules.md §11). */
import * as z from 'zod/mini';
import {
  MAX_ENVELOPE_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_MEMBERS,
  TIME_WINDOW_MS,
  type EnvelopeProfile,
} from '../../contract/envelope';
import { innerRequest, requestForm, type RequestForm } from '../../contract/request-envelope';
import { Refusal, type Deps } from '../domain/call-context';
import { resolveSession } from '../domain/identity/sessions/resolve-session';
import { addressKey } from '../domain/identity/secrets/secrets';
import type { Caller, InnerCall } from './dispatcher';
import { InvalidEnvelopeError, checkSign, decrypt } from './envelope';
import { fieldMessages } from './field-messages';
import { isTooMuch } from './json-text';
import { readBody, type Pace } from './read-body';
import { mediaType } from './request';

export interface DoorOptions {
  profile: EnvelopeProfile;
  /** Requests that one network address may make in a minute. */
  callsPerMinute: number;
  /** Counts a try of an address or of a person, before anything of it is read. @throws Refusal rate-limited */
  countTry: (key: string) => void;
  /** This many proxies in front of the gateway are believed about the caller's address. */
  trustedProxies: number;
  /** The least speed of a form. */
  pace: Pace;
  /** The least speed of an image. */
  uploadPace: Pace;
}

const MINUTE_MS = 60_000;
/** Two gateways' clocks may differ: a handshake is remembered this much longer than its timestamp is accepted. */
const CLOCK_MARGIN_MS = 60_000;
/** `params` sits one level inside the request. */
const REQUEST_LIMITS = { maxDepth: MAX_JSON_DEPTH + 1, maxMembers: MAX_JSON_MEMBERS };
/** The form has this many fields. */
export const FORM_FIELDS = Object.keys(requestForm.shape).length;
/** Nobody without a log-in has more to say, and no field beside an image is longer. */
export const MAX_GUEST_FORM_BYTES = 64 * 1024;

/** Exactly the four fields, once each. @throws InvalidEnvelopeError */
export function parseForm(entries: readonly (readonly [string, unknown])[]): RequestForm {
  const fields = Object.fromEntries(entries);
  const parsed = requestForm.safeParse(fields);
  if (!parsed.success || entries.length !== Object.keys(fields).length) throw new InvalidEnvelopeError();
  return parsed.data;
}

/** Sees the pieces of a form's body: `&` stands between two fields and nowhere else. @throws InvalidEnvelopeError at the first field too many */
function fieldCounter(): (piece: Uint8Array) => void {
  let fields = 1;
  return (piece) => {
    for (let at = piece.indexOf(AMPERSAND); at >= 0; at = piece.indexOf(AMPERSAND, at + 1)) {
      fields += 1;
      if (fields > FORM_FIELDS) throw new InvalidEnvelopeError();
    }
  };
}
const AMPERSAND = 0x26;

/** Only a live log-in may send a long form; it is looked up before the body is read, and not for a short one. */
async function mostBytes(deps: Deps, request: Request, { token, lang }: Caller): Promise<number> {
  const announced = Number(request.headers.get('content-length') ?? MAX_ENVELOPE_BYTES);
  if (announced <= MAX_GUEST_FORM_BYTES || token === null) return MAX_GUEST_FORM_BYTES;
  return (await resolveSession(deps, token, lang, deps.clock.now())) ? MAX_ENVELOPE_BYTES : MAX_GUEST_FORM_BYTES;
}

/** Counts a request against its address. @throws Refusal rate-limited */
export function countAddress(deps: Deps, { countTry }: Pick<DoorOptions, 'countTry'>, { address }: Caller): void {
  countTry(`address:${addressKey(deps.secret, address)}`);
}

/**
 * The form of a request to the envelope or the stream door.
 * @throws InvalidEnvelopeError; BodyLateError; Refusal rate-limited, too-large
 */
export async function readForm(
  deps: Deps,
  request: Request,
  options: Pick<DoorOptions, 'pace' | 'countTry'>,
  caller: Caller,
): Promise<RequestForm> {
  countAddress(deps, options, caller);
  const maxBytes = await mostBytes(deps, request, caller);
  const body = await readBody(request, { maxBytes, pace: options.pace, onPiece: fieldCounter() });
  if (mediaType(request) !== 'application/x-www-form-urlencoded') throw new InvalidEnvelopeError();
  return parseForm([...new URLSearchParams(Buffer.from(body).toString('latin1'))]);
}

function checkTime(timestamp: number, now: number): void {
  if (Math.abs(now - timestamp) > TIME_WINDOW_MS) throw new Refusal('time-window', { data: { serverTime: now } });
}

/** Counts the request against its address and refuses a handshake that was seen, in one round trip. */
async function admit(deps: Deps, form: RequestForm, address: string, callsPerMinute: number): Promise<void> {
  const now = deps.clock.now();
  const seenUntil = Number(form.timestamp) + TIME_WINDOW_MS + CLOCK_MARGIN_MS;
  const key = `door:${addressKey(deps.secret, address)}`;
  const { rows } = await deps.db.pool.query<{ verdict: 'new' | 'replayed' | 'limited'; resets_ms: number }>(
    'SELECT verdict, resets_ms FROM door_admit($1, $2, $3, $4, $5, $6)',
    [form.handshake, seenUntil, key, callsPerMinute, MINUTE_MS, now],
  );
  const [row] = rows;
  if (row?.verdict === 'new') return;
  if (row?.verdict === 'replayed') throw new Refusal('replayed');
  throw new Refusal('rate-limited', { data: { retryAfterMs: Math.max(0, Math.ceil((row?.resets_ms ?? now) - now)) } });
}

function parseJson(text: string): unknown {
  if (isTooMuch(text, REQUEST_LIMITS)) throw new Refusal('invalid-input');
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidEnvelopeError();
  }
}

function parseInner(value: unknown, caller: Caller): InnerCall {
  const parsed = z.safeParse(innerRequest, value);
  if (!parsed.success) {
    const places = new Set(parsed.error.issues.map(({ path }) => path[0]));
    if (places.has('uri')) throw new Refusal('unknown-call');
    if (places.has('method')) throw new Refusal('wrong-method');
    throw new Refusal('invalid-input', { fields: fieldMessages(parsed.error.issues, value, caller.lang) });
  }
  const { method, uri, headers, params } = parsed.data;
  return {
    method,
    uri,
    params,
    idempotencyKey: headers['Idempotency-Key'] ?? null,
    accountId: headers['Account-Id'] ?? null,
  };
}

/** @throws InvalidEnvelopeError; Refusal time-window, replayed, rate-limited, unknown-call, wrong-method, invalid-input */
export async function openForm(
  deps: Deps,
  options: DoorOptions,
  form: RequestForm,
  caller: Caller,
): Promise<InnerCall> {
  checkSign(form, options.profile);
  checkTime(Number(form.timestamp), deps.clock.now());
  const text = decrypt(form.handshake, form.data);
  await admit(deps, form, caller.address, options.callsPerMinute);
  return parseInner(parseJson(text), caller);
}
