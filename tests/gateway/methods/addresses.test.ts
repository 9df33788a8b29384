/** Addresses: EIP-55, Base58Check, other networks by name, look-alikes (docs/rules.md §4). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress, evmChecksum, looksAlike } from '../../../gateway/domain/methods/addresses';

/** EIP-55's own examples. */
const EIP55 = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];
/** The USDT contract on TRON: a well-known good one. */
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('EVM addresses', () => {
  it('have the capitals of EIP-55, whatever case they are entered in', () => {
    for (const address of EIP55) {
      expect(evmChecksum(address.toLowerCase())).toBe(address);
      const upper = `0x${address.slice(2).toUpperCase()}`;
      for (const text of [address, address.toLowerCase(), upper]) {
        expect(checkAddress('BEP20', text)).toEqual({ address });
      }
    }
  });

  it('with one letter in the wrong case are refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EIP55), fc.nat({ max: 39 }), (address, at) => {
        const sign = address.charAt(2 + at);
        const turned = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase();
        fc.pre(turned !== sign);
        const wrong = address.slice(0, 2 + at) + turned + address.slice(3 + at);
        expect(checkAddress('BEP20', wrong)).toEqual({ problem: 'address-checksum' });
      }),
    );
  });

  it('of the wrong length or alphabet, and nobody’s, are none', () => {
    for (const text of ['0x123', `${EIP55[0]}0`, EIP55[0]?.replace('5', 'g') ?? '', `0x${'0'.repeat(40)}`]) {
      expect(checkAddress('BEP20', text)).toEqual({ problem: 'address-invalid' });
    }
  });
});

describe('TRON addresses', () => {
  it('have the right checksum; any one other character is refused', () => {
    expect(checkAddress('TRC20', TRON)).toEqual({ address: TRON });
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 33 }), fc.constantFrom(...alphabet), (at, sign) => {
        fc.pre(TRON.charAt(at) !== sign);
        const wrong = TRON.slice(0, at) + sign + TRON.slice(at + 1);
        expect(checkAddress('TRC20', wrong)).toEqual({ problem: 'address-checksum' });
      }),
    );
  });
});

describe('other networks', () => {
  it('are named', () => {
    expect(checkAddress('BEP20', TRON)).toEqual({ problem: 'address-other-network', network: 'TRC20' });
    expect(checkAddress('TRC20', EIP55[0] ?? '')).toEqual({ problem: 'address-other-network', network: 'BEP20' });
    const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    expect(checkAddress('BEP20', bitcoin)).toEqual({ problem: 'address-other-network', network: 'Bitcoin' });
    expect(checkAddress('BEP20', 'lin@example.com, please')).toEqual({ problem: 'address-invalid' });
  });
});

describe('look-alikes', () => {
  it('begin and end the same and differ between', () => {
    const known = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

    expect(looksAlike(known, `0x5aae${'1'.repeat(32)}eaed`)).toBe(true);
    expect(looksAlike(known, `0x5aae${'1'.repeat(32)}eaee`)).toBe(false);
    expect(looksAlike(known, known)).toBe(false);
  });
});
