/** A small client of the gateway's envelope on Node's crypto, for tests that talk to a gateway process from outside. */
import { createCipheriv, createDecipheriv, createHash, randomInt, randomUUID } from 'node:crypto';
import { DEFAULT_PROFILE, HANDSHAKE_ALPHABET, HANDSHAKE_LENGTH } from '../../contract/envelope';
import type { InnerRequest } from '../../contract/request-envelope';
import { calls, type CallAnswer, type CallInput, type CallName } from '../../contract/index';

export interface ClientAnswer<T> {
  code: number;
  data: T;
}

export interface SendOptions {
  token?: string;
  idempotencyKey?: string;
  /** The account that a call that moves money is confirmed for. */
  accountId?: string;
  lang?: string;
  /** The caller's address, for a gateway that trusts one proxy. */
  address?: string;
  timeoutMs?: number;
}

function newHandshake(): string {
  return Array.from({ length: HANDSHAKE_LENGTH }, () => HANDSHAKE_ALPHABET[randomInt(HANDSHAKE_ALPHABET.length)]).join(
    '',
  );
}

export function sealForm(inner: unknown, nowMs: number, handshake = newHandshake()): URLSearchParams {
  const cipher = createCipheriv('aes-128-cbc', handshake, handshake);
  const data = Buffer.concat([cipher.update(JSON.stringify(inner), 'utf8'), cipher.final()]).toString('base64');
  const timestamp = String(nowMs);
  const sign = createHash('md5').update(`${data}${timestamp}${handshake}`).digest('hex');
  return new URLSearchParams({ handshake, timestamp, sign, data });
}

export function openAnswer(answer: { code: number; handshake: string; data: string }): ClientAnswer<unknown> {
  const decipher = createDecipheriv('aes-128-cbc', answer.handshake, answer.handshake);
  const text = Buffer.concat([decipher.update(answer.data, 'base64'), decipher.final()]).toString('utf8');
  return { code: answer.code, data: JSON.parse(text) as unknown };
}

/** The call that a sealed form asks for; null when it is none. */
export function calledUri(form: string): string | null {
  const fields = new URLSearchParams(form);
  const [handshake, data] = [fields.get('handshake'), fields.get('data')];
  if (handshake === null || data === null) return null;
  return (openAnswer({ code: 0, handshake, data }).data as InnerRequest).uri;
}

/** Sends one call; `data` is the parsed answer for code 200 and the error body otherwise. Throws when nothing came back. */
export async function send<N extends CallName>(
  origin: string,
  name: N,
  input: CallInput<N>,
  options: SendOptions = {},
): Promise<ClientAnswer<CallAnswer<N>>> {
  const call = calls[name];
  const headers = {
    ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
    ...(options.accountId && { 'Account-Id': options.accountId }),
  };
  const response = await fetch(`${origin}/api/${DEFAULT_PROFILE.gatewayId}`, {
    method: 'POST',
    headers: {
      lang: options.lang ?? 'EN',
      ...(options.token ? { authorization: options.token } : {}),
      ...(options.address ? { 'x-forwarded-for': options.address } : {}),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: sealForm({ method: call.method, uri: call.uri, headers, params: input }, Date.now()).toString(),
    signal: AbortSignal.timeout(options.timeoutMs ?? 20_000),
  });
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  const body = (await response.json()) as { code: number; handshake: string; data: string };
  return openAnswer(body) as ClientAnswer<CallAnswer<N>>;
}

/** Like `send`, but any code other than 200 is a failure of the test. */
export async function sendOk<N extends CallName>(
  origin: string,
  name: N,
  input: CallInput<N>,
  options: SendOptions = {},
): Promise<CallAnswer<N>> {
  const answer = await send(origin, name, input, options);
  if (answer.code !== 200) throw new Error(`${name}: ${answer.code} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

/** A call that moves money, confirmed for the account that the session is on. */
export async function sendMoney<N extends CallName>(
  origin: string,
  name: N,
  input: CallInput<N>,
  token: string,
): Promise<CallAnswer<N>> {
  const { accountId } = await sendOk(origin, 'userInfo', {}, { token });
  return sendOk(origin, name, input, { token, accountId, idempotencyKey: randomUUID() });
}
