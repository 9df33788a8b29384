/**
 * /dev/mailbox: mail and SMS that were written to a folder instead of being sent. They hold login codes, so it answers only to
 * whoever sits at the machine (`isLocalRequest`), and is not mounted where others are served (`listedMailbox`).
 */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { readOutbox } from '../adapters/local-outbox';
import { parseMailFile } from '../adapters/mail-file';
import { isLocalRequest } from './local-request';
import type { GatewayEnv } from './request';

export interface LocalMessage {
  kind: 'mail' | 'sms';
  to: string;
  subject: string;
  text: string;
  /** Name of the file in the outbox. */
  file: string;
}

/** The facts of an installation that tell if others than its developer reach it. */
interface Installation {
  isLoopback: boolean;
  databaseUrl: string | null;
  trustedProxies: number;
}

/** The folder to list, or null: without a mailbox, beyond loopback, behind a proxy, or on PostgreSQL nothing is listed. */
export function listedMailbox(folder: string | null, installation: Installation): string | null {
  const { isLoopback, databaseUrl, trustedProxies } = installation;
  return isLoopback && databaseUrl === null && trustedProxies === 0 ? folder : null;
}

/** Newest first. */
export async function localMessages(folder: string): Promise<LocalMessage[]> {
  const [mails, sms] = await Promise.all([readOutbox(folder, 'eml'), readOutbox(folder, 'sms.json')]);
  const messages: LocalMessage[] = [
    ...mails.map(({ name, content }) => ({ kind: 'mail' as const, file: name, ...parseMailFile(content) })),
    ...sms.map(({ name, content }) => {
      const { to, text } = JSON.parse(content) as { to: string; text: string };
      return { kind: 'sms' as const, file: name, to, subject: '', text };
    }),
  ];
  return messages.sort((a, b) => (a.file < b.file ? 1 : -1));
}

function page(messages: readonly LocalMessage[]) {
  const items = messages.map(
    ({ kind, to, subject, text, file }) =>
      html`<article>
        <h2>${kind === 'mail' ? subject : 'SMS'}</h2>
        <p>${to} · <small>${file}</small></p>
        <pre>${text}</pre>
        <hr />
      </article>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Local mailbox</title>
      </head>
      <body>
        <h1>Local mailbox</h1>
        ${messages.length === 0 ? html`<p>Nothing has been sent yet.</p>` : items}
      </body>
    </html>`;
}

export function devMailbox(folder: string): Hono<GatewayEnv> {
  const routes = new Hono<GatewayEnv>();
  routes.get('/dev/mailbox', async (c) => {
    if (!isLocalRequest(c)) return c.notFound();
    const messages = await localMessages(folder);
    c.header('Cache-Control', 'no-store');
    const wantsHtml = (c.req.header('accept') ?? '').includes('text/html');
    return wantsHtml ? c.html(page(messages)) : c.json({ messages });
  });
  return routes;
}
