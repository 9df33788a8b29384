/** Getting in: its calls, and what they take beside their input. A chunk that comes with the first of them. */
import type { CallDefinition } from '../../contract/call';
import { authCaptcha } from '../../contract/log-in-calls';
import type { Vault } from '../cache/vault';
import type { RandomBytes } from '../envelope/handshake';
import type { SendResult } from '../transport/transport';
import { deviceToken } from './device-token';

export { logInCalls } from '../../contract/log-in-calls';

interface LogInTools {
  device: Vault;
  randomBytes: RandomBytes;
  /** Gives way to other work. */
  pause: () => Promise<void>;
  serverNow: () => number;
}

interface Sending {
  call: CallDefinition;
  params: Record<string, unknown>;
}
type Send = (sending: Sending) => Promise<SendResult>;

/**
 * Sends a call that says which device it comes from ([Note: Device token]), or that the gateway may ask a proof of work for: then
 * once more, with the proof.
 */
export async function sendLogIn({ call, params }: Sending, send: Send, tools: LogInTools): Promise<SendResult> {
  const { device, randomBytes } = tools;
  const own = call.namesDevice ? { deviceToken: await deviceToken(device, randomBytes) } : {};
  const first = { call, params: { ...params, ...own } };
  const result = await send(first);
  const isAsked = !result.ok && result.error.code === 'captcha-required';
  if (!isAsked || !call.captcha || params['captcha'] !== undefined) return result;
  const captcha = await solveCaptcha(send, tools);
  return captcha ? send({ call, params: { ...first.params, captcha } }) : result;
}

async function solveCaptcha(
  send: Send,
  { pause, serverNow }: LogInTools,
): Promise<{ id: string; nonce: string } | null> {
  const result = await send({ call: authCaptcha, params: {} });
  const challenge = result.ok ? authCaptcha.output.safeParse(result.body) : null;
  if (!challenge?.success) return null;
  const { id, expiresAt } = challenge.data;
  // Without its code, in a broken installation, the gateway's refusal stands.
  const solver = await import('./captcha').catch(() => null);
  const nonce = await solver?.solveChallenge(challenge.data, { pause, isOver: () => serverNow() >= expiresAt });
  return !nonce ? null : { id, nonce };
}
