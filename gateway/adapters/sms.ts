/** Sending SMS: an HTTP gateway, or the local mailbox where none is configured. */
import type { LangCode } from '../../contract/ids';
import type { Clock } from './clock';
import type { IdSource } from './ids';
import { writeToOutbox } from './local-outbox';

export interface Sms {
  /** Mainland mobile number, eleven digits. */
  to: string;
  text: string;
  lang: LangCode;
}

export interface SmsSender {
  /** Resolves when the message is handed over. */
  send(sms: Sms): Promise<void>;
}

const SMS_TIMEOUT_MS = 20_000;

/** Posts `{to, text, lang}` as JSON to `url`; any 2xx answer means accepted. Credentials go into the URL. */
export function httpSmsSender(url: string, request: typeof fetch = fetch): SmsSender {
  const target = new URL(url);
  const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  target.username = '';
  target.password = '';
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (credentials !== ':') headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return {
    async send({ to, text, lang }) {
      const body = JSON.stringify({ to: `+86${to}`, text, lang });
      const answer = await request(target, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}`);
    },
  };
}

/** Writes `folder/*.sms.json`. */
export function localSmsOutbox(folder: string, clock: Clock, ids: IdSource): SmsSender {
  return {
    async send({ to, text, lang }) {
      const now = clock.now();
      const content = JSON.stringify({ to, text, lang, sentAt: now });
      await writeToOutbox(folder, now, ids.uuid().slice(0, 8), 'sms.json', content);
    },
  };
}
