/** The text that ends a session and does nothing else (contract/session-end.ts): all of a token that a device keeps after log-out. */
import { SESSION_END } from '../../contract/session-end';
import { toBase64 } from '../envelope/base64';

export async function endingOf(subtle: SubtleCrypto, token: string): Promise<string> {
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(token)));
  return SESSION_END + toBase64(digest).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}
