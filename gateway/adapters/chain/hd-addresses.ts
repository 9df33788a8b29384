/**
 * Addresses out of one extended public key (BIP-44): the gateway can name every address and spend from none, because the
 * private key is not here.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';

export interface HdAddresses {
  /** Names the key without telling it. */
  keyId: string;
  /** @param path indexes below the extended key, none of them hardened, e.g. `[0, 7]` */
  addressAt(path: readonly number[]): string;
}

/** Writes an account's address as its chain spells it. @param account the last twenty bytes of its public key's hash */
export type AddressFormat = (account: Uint8Array) => string;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Both families of chains name an account by the end of the Keccak hash of its uncompressed public key. */
export function accountOf(publicKey: Uint8Array): Uint8Array {
  const point = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false);
  return keccak_256(point.slice(1)).slice(-20);
}

/** `0x` and the digits with the capitals of EIP-55. */
export const evmFormat: AddressFormat = (account) => {
  const digits = hex(account);
  const digest = hex(keccak_256(Buffer.from(digits)));
  return `0x${[...digits].map((one, i) => (parseInt(digest.charAt(i), 16) >= 8 ? one.toUpperCase() : one)).join('')}`;
};

/**
 * @param xpub the extended public key of an account, e.g. of `m/44'/60'/0'`
 * @throws Error when it is not one, or when it is a private one, which does not belong on a gateway
 */
export function hdAddresses(xpub: string, format: AddressFormat): HdAddresses {
  const key = HDKey.fromExtendedKey(xpub);
  if (key.privateKey !== null) throw new Error('it is a private key');
  return {
    keyId: hex(sha256(Buffer.from(xpub))).slice(0, 16),
    addressAt(path) {
      const { publicKey } = path.reduce((parent, index) => parent.deriveChild(index), key);
      if (!publicKey) throw new Error(`there is no key ${path.join('/')}`);
      return format(accountOf(publicKey));
    },
  };
}

/** The extended public key that a local test network's addresses come from: its private one is made anew when it is needed. */
export function testAccountKey(seed: Uint8Array): string {
  return HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'").publicExtendedKey;
}
