/** Reads the messages of the local mailbox back: only what our own mailer writes, not any mail there is. */

export interface ReadMail {
  to: string;
  subject: string;
  text: string;
}

function decodeQuotedPrintable(text: string): Buffer {
  const joined = text.replace(/=\r?\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body).toString('utf8') : body;
}

/** RFC 2047 encoded words in a header. */
function decodeHeader(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : decodeQuotedPrintable(word.replaceAll('_', ' ')).toString('latin1'),
    );
}

function headerOf(head: string, name: string): string {
  const line = new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1] ?? '';
  // Words may be cut inside a character, so bytes are joined first and read as UTF-8 at the end.
  return Buffer.from(decodeHeader(line.trim()), 'latin1').toString('utf8');
}

/** @param content a message as `localMailbox` writes it */
export function parseMailFile(content: string): ReadMail {
  const end = content.search(/\r?\n\r?\n/);
  const head = content.slice(0, end).replace(/\r?\n[ \t]+/g, ' ');
  const body = content.slice(end).replace(/^\r?\n\r?\n/, '');
  const encoding = headerOf(head, 'Content-Transfer-Encoding').toLowerCase();
  return { to: headerOf(head, 'To'), subject: headerOf(head, 'Subject'), text: decodeBody(body, encoding).trim() };
}
