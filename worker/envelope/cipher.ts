/** AES-128-CBC with PKCS#7, the key being the IV as well (docs/rules.md §11): WebCrypto where it is, crypto-js elsewhere. */
import type { Bytes } from './base64';

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

const cryptoJsCipher: EnvelopeCipher = {
  encrypt: async (key, plain) => (await import('./crypto-js')).encrypt(key, plain),
  decrypt: async (key, sealed) => (await import('./crypto-js')).decrypt(key, sealed),
};
