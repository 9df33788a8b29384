/** Sending mail: SMTP, or the local mailbox where no SMTP server is configured. */
import nodemailer from 'nodemailer';
import { LANGUAGE_TAGS, type LangCode } from '../../contract/ids';
import type { Clock } from './clock';
import type { IdSource } from './ids';
import { writeToOutbox } from './local-outbox';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  lang: LangCode;
  /** The same each time that this mail is tried, so that a mailbox which got it twice shows it once. */
  id?: string;
}

export interface Mailer {
  /** Resolves when the mail is handed over (accepted by the SMTP server, or written to the local mailbox). */
  send(mail: Mail): Promise<void>;
}

export interface SmtpMailer extends Mailer {
  /** Ends idle connections. */
  close(): void;
}

const SMTP_TIMEOUT_MS = 20_000;

/** @param from e.g. `RAB <no-reply@example.com>` */
function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'rab.invalid';
}

function message(mail: Mail, from: string) {
  return {
    from,
    to: mail.to,
    subject: mail.subject,
    ...(mail.id !== undefined && { messageId: `<${mail.id}@${domainOf(from)}>` }),
    text: mail.text,
    headers: { 'Content-Language': LANGUAGE_TAGS[mail.lang] },
    // Texts are ours; nothing in them may make the gateway read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @param smtpUrl e.g. `smtps://user:password@mail.example:465` */
export function smtpMailer(smtpUrl: string, from: string): SmtpMailer {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  return {
    async send(mail) {
      await transport.sendMail(message(mail, from));
    },
    close: () => transport.close(),
  };
}

/** Writes `folder/*.eml`, each a complete RFC 5322 message. */
export function localMailbox(folder: string, from: string, clock: Clock, ids: IdSource): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const now = clock.now();
      const composed = await transport.sendMail({ ...message(mail, from), date: new Date(now) });
      await writeToOutbox(folder, now, ids.uuid().slice(0, 8), 'eml', composed.message.toString());
    },
  };
}
