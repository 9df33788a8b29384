/** Bodies of other servers' answers, which may be of any length. */

export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

/** Reads a body as far as it may be long. @throws BodyTooLargeError, and whatever breaks the connection */
export async function bodyWithin(answer: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > maxBytes) throw new BodyTooLargeError(`more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
