/** Addresses of Tron: Base58Check over one byte of network and the twenty bytes of the account. */
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import type { AddressFormat } from './hd-addresses';

const NETWORK_BYTE = 0x41;
const CHECKSUM_BYTES = 4;

const checksumOf = (body: Uint8Array) => sha256(sha256(body)).slice(0, CHECKSUM_BYTES);

export const tronFormat: AddressFormat = (account) => {
  const body = Uint8Array.from([NETWORK_BYTE, ...account]);
  return base58.encode(Uint8Array.from([...body, ...checksumOf(body)]));
};

/** The 21 bytes that the address says. @throws RangeError when its checksum or its network is another */
export function base58Check(address: string): Uint8Array {
  const bytes = /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address) ? base58.decode(address) : new Uint8Array();
  const body = bytes.slice(0, -CHECKSUM_BYTES);
  const isRight =
    body.length === 21 &&
    body[0] === NETWORK_BYTE &&
    Buffer.from(checksumOf(body)).equals(bytes.slice(-CHECKSUM_BYTES));
  if (!isRight) throw new RangeError('not a Tron address');
  return body;
}
