/** Ed25519 (RFC 8032) over the text of a list of files. */
import { verifyAsync } from '@noble/ed25519';

/** Says whether `signature` (base64) is the publisher's over the UTF-8 bytes of `text`. */
export type SignatureVerifier = (text: string, signature: string) => Promise<boolean>;

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The key in the engine's own Ed25519; null where it has none (Chromium before 137, Safari before 17). */
async function importNative(subtle: SubtleCrypto, key: Uint8Array<ArrayBuffer>): Promise<CryptoKey | null> {
  try {
    return await subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}

/** `publicKey`: the raw 32 bytes, base64. @returns null for an empty key: nothing can be verified, so nothing is taken */
export function createVerify(publicKey: string, subtle: SubtleCrypto): SignatureVerifier | null {
  if (publicKey === '') return null;
  const key = bytesOfBase64(publicKey);
  return async (text, signature) => {
    const message = new TextEncoder().encode(text);
    const native = await importNative(subtle, key);
    if (native) return subtle.verify('Ed25519', native, bytesOfBase64(signature), message);
    return verifyAsync(bytesOfBase64(signature), message, key, { zip215: false });
  };
}
