/** Bytes backed by a plain buffer, as WebCrypto wants them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** `String.fromCharCode` takes its arguments on the stack; more than this at once overflows it in some engines. */
const CHUNK_BYTES = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  }
  return btoa(binary);
}

/** @throws DOMException when `text` is not base64. */
export function fromBase64(text: string): Bytes {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
