/**
 * Does by crypto-js what WebCrypto does elsewhere: for insecure contexts, where browsers hide `crypto.subtle`. A chunk of its
 * own, which secure contexts never load.
 */
import AES from 'crypto-js/aes';
import core from 'crypto-js/core';
import WordArray from 'crypto-js/lib-typedarrays';
import NoPadding from 'crypto-js/pad-nopadding';
import sha256Words from 'crypto-js/sha256';
import type { Bytes } from './base64';

const BLOCK_BYTES = 16;

/** crypto-js keeps bytes as big-endian 32-bit words. */
function wordsToBytes(array: { words: number[]; sigBytes: number }): Bytes {
  const bytes = new Uint8Array(array.sigBytes);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = ((array.words[index >>> 2] ?? 0) >>> (24 - (index % 4) * 8)) & 0xff;
  }
  return bytes;
}

export function sha256(text: string): Bytes {
  return wordsToBytes(sha256Words(text));
}

/** AES-128-CBC with PKCS#7, the key being the IV as well. */
export function encrypt(key: Bytes, plain: Bytes): Bytes {
  const keyWords = WordArray.create(key);
  return wordsToBytes(AES.encrypt(WordArray.create(plain), keyWords, { iv: keyWords }).ciphertext);
}

/** @throws when the length or the padding is wrong. */
export function decrypt(key: Bytes, sealed: Bytes): Bytes {
  if (sealed.length === 0 || sealed.length % BLOCK_BYTES !== 0) throw new RangeError('not whole blocks');
  const keyWords = WordArray.create(key);
  // `aes` has added CipherParams to the core.
  const params = core.lib.CipherParams.create({ ciphertext: WordArray.create(sealed) });
  return withoutPadding(wordsToBytes(AES.decrypt(params, keyWords, { iv: keyWords, padding: NoPadding })));
}

/** crypto-js believes any last byte; a wrong padding has to be an error. */
function withoutPadding(padded: Bytes): Bytes {
  const count = padded[padded.length - 1] ?? 0;
  const isValid = count >= 1 && count <= BLOCK_BYTES && padded.subarray(-count).every((byte) => byte === count);
  if (!isValid) throw new RangeError('bad padding');
  return padded.slice(0, padded.length - count);
}
