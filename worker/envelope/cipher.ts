/** AES-128-CBC with PKCS#7, the key being the IV as well (rules.md §11): WebCrypto where it is, crypto-js elsewhere. */
import core from 'crypto-js/core';
import type { Bytes } from './base64';
import { wordsToBytes } from './digest';

const BLOCK_BYTES = 16;

export interface EnvelopeCipher {
  encrypt(key: Bytes, plain: Bytes): Promise<Bytes>;
  /** @throws when the length or the padding is wrong. */
  decrypt(key: Bytes, sealed: Bytes): Promise<Bytes>;
}

export function createCipher(subtle: SubtleCrypto | undefined): EnvelopeCipher {
  return subtle ? webCryptoCipher(subtle) : cryptoJsCipher;
}

function webCryptoCipher(subtle: SubtleCrypto): EnvelopeCipher {
  const keyFor = (key: Bytes, use: 'encrypt' | 'decrypt') => subtle.importKey('raw', key, 'AES-CBC', false, [use]);
  return {
    async encrypt(key, plain) {
      const cryptoKey = await keyFor(key, 'encrypt');
      return new Uint8Array(await subtle.encrypt({ name: 'AES-CBC', iv: key }, cryptoKey, plain));
    },
    async decrypt(key, sealed) {
      const cryptoKey = await keyFor(key, 'decrypt');
      return new Uint8Array(await subtle.decrypt({ name: 'AES-CBC', iv: key }, cryptoKey, sealed));
    },
  };
}

/** Loaded when it is needed: secure contexts never are. */
async function loadCryptoJs() {
  const [aes, words, noPadding] = await Promise.all([
    import('crypto-js/aes'),
    import('crypto-js/lib-typedarrays'),
    import('crypto-js/pad-nopadding'),
  ]);
  // `aes` has added CipherParams to the core, which is here already for the digests.
  const { CipherParams } = core.lib;
  return { AES: aes.default, CipherParams, WordArray: words.default, NoPadding: noPadding.default };
}

const cryptoJsCipher: EnvelopeCipher = {
  async encrypt(key, plain) {
    const { AES, WordArray } = await loadCryptoJs();
    const keyWords = WordArray.create(key);
    return wordsToBytes(AES.encrypt(WordArray.create(plain), keyWords, { iv: keyWords }).ciphertext);
  },
  async decrypt(key, sealed) {
    if (sealed.length === 0 || sealed.length % BLOCK_BYTES !== 0) throw new RangeError('not whole blocks');
    const { AES, CipherParams, WordArray, NoPadding } = await loadCryptoJs();
    const keyWords = WordArray.create(key);
    const params = CipherParams.create({ ciphertext: WordArray.create(sealed) });
    return withoutPadding(wordsToBytes(AES.decrypt(params, keyWords, { iv: keyWords, padding: NoPadding })));
  },
};

/** crypto-js believes any last byte; a wrong padding has to be an error. */
function withoutPadding(padded: Bytes): Bytes {
  const count = padded[padded.length - 1] ?? 0;
  const isValid = count >= 1 && count <= BLOCK_BYTES && padded.subarray(-count).every((byte) => byte === count);
  if (!isValid) throw new RangeError('bad padding');
  return padded.slice(0, padded.length - count);
}
