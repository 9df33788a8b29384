/** Recognises addresses and their networks by format and checksum (docs/rules.md §4). Pure. */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Network } from '../../../contract/calls/identity';

export type AddressCheck =
  | { address: string }
  | { problem: 'address-invalid' | 'address-checksum' }
  | { problem: 'address-other-network'; network: string };

const EVM = /^0x[0-9a-fA-F]{40}$/;
const TRON = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
/** Networks whose addresses people paste by mistake. */
const OTHERS = [
  { network: 'BEP20', looks: EVM },
  { network: 'TRC20', looks: TRON },
  { network: 'Bitcoin', looks: /^(bc1[0-9a-z]{20,80}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/ },
] as const;

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const TRON_PREFIX = 0x41;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The address with the capitals that EIP-55 gives it. @param address `0x` and forty hexadecimal digits, in any case */
export function evmChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const digest = hex(keccak_256(Buffer.from(digits)));
  const cased = [...digits].map((digit, i) => (parseInt(digest.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit));
  return `0x${cased.join('')}`;
}

/** One case throughout carries no checksum and is taken; mixed case has to be the right one (EIP-55). */
function checkEvm(text: string): AddressCheck {
  const digits = text.slice(2);
  if (/^0+$/.test(digits)) return { problem: 'address-invalid' };
  const address = evmChecksum(text);
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isPlain || address === text ? { address } : { problem: 'address-checksum' };
}

/** The 25 bytes of a Base58 text of 34 characters; null when it means more. */
function fromBase58(text: string): Buffer | null {
  let value = 0n;
  for (const sign of text) value = value * 58n + BigInt(BASE58.indexOf(sign));
  const digits = value.toString(16).padStart(50, '0');
  return digits.length > 50 ? null : Buffer.from(digits, 'hex');
}

/** Base58Check: one byte of network, twenty of the account, four of the double SHA-256 of those. */
function checkTron(text: string): AddressCheck {
  const bytes = fromBase58(text);
  if (!bytes) return { problem: 'address-checksum' };
  const body = bytes.subarray(0, 21);
  const checksum = sha256(sha256(body)).subarray(0, 4);
  if (!bytes.subarray(21).equals(checksum)) return { problem: 'address-checksum' };
  return body[0] === TRON_PREFIX ? { address: text } : { problem: 'address-invalid' };
}

/** `text` as an address of `network` in its one spelling, or what is wrong with it. */
export function checkAddress(network: Network, text: string): AddressCheck {
  const isOfNetwork = { BEP20: EVM, TRC20: TRON }[network].test(text);
  if (isOfNetwork) return network === 'BEP20' ? checkEvm(text) : checkTron(text);
  const other = OTHERS.find(({ looks }) => looks.test(text));
  return other ? { problem: 'address-other-network', network: other.network } : { problem: 'address-invalid' };
}

/** People compare so many characters at either end. */
const COMPARED = 4;

/** True if two different addresses look the same at a glance: what address poisoning relies on. */
export function looksAlike(a: string, b: string): boolean {
  const ends = (address: string) => {
    const plain = address.replace(/^0x/, '').toLowerCase();
    return plain.slice(0, COMPARED) + plain.slice(-COMPARED);
  };
  return a !== b && ends(a) === ends(b);
}
