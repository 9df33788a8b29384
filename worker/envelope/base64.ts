/** Bytes backed by a plain buffer, as WebCrypto wants them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Newer browsers have both natively, several hundred times faster; TypeScript's library for ES2023 does not know them. */
const native: { fromBase64?: (text: string) => Bytes } & object = Uint8Array;
const nativeBytes: { toBase64?: () => string } & object = Uint8Array.prototype;

/** `String.fromCharCode` takes its arguments on the stack; more than this at once overflows it in some engines. */
const CHUNK_BYTES = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  return nativeBytes.toBase64 ? nativeBytes.toBase64.call(bytes) : toBase64ByText(bytes);
}

/** @throws SyntaxError or DOMException when `text` is not base64. */
export function fromBase64(text: string): Bytes {
  return native.fromBase64 ? native.fromBase64(text) : fromBase64ByText(text);
}

/** For browsers without the native one. */
export function toBase64ByText(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    // `apply` is five times faster here than spreading; it reads any array-like, whatever its type says.
    const chunk = bytes.subarray(start, start + CHUNK_BYTES) as unknown as number[];
    binary += String.fromCharCode.apply(null, chunk);
  }
  return btoa(binary);
}

/** For browsers without the native one. @throws DOMException when `text` is not base64. */
export function fromBase64ByText(text: string): Bytes {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
