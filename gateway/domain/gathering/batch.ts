/** The two files of a gathering: what the gateway proposes, and what comes back signed from where the keys are. */
import * as z from 'zod/mini';
import { network } from '../../../contract/calls/identity';

const hex = z.string().check(z.regex(/^0x[0-9a-f]+$/), z.maxLength(2_000));
const digits = z.string().check(z.regex(/^[0-9]{1,38}$/));
const address = z.string().check(z.minLength(20), z.maxLength(100));
const chainId = z.string().check(z.minLength(1), z.maxLength(80));

/** Transfers in one file: more are the next file's. */
export const MAX_TRANSFERS = 200;

export const unsignedBatch = z.strictObject({
  format: z.literal('rab-unsigned-transfers-1'),
  network,
  chainId,
  /** The wallet that withdrawals are paid from. */
  to: address,
  transfers: z
    .array(
      z.strictObject({
        from: address,
        /** Names the extended public key that the address comes from. */
        keyId: z.string(),
        /** The address's path below that key, e.g. `0/7`; no part of it is hardened. */
        derivationPath: z.string().check(z.regex(/^[0-9]{1,10}(\/[0-9]{1,10}){1,4}$/)),
        nonce: z.int(),
        /** USDT with the token's own decimals. */
        amount: z.string(),
        /** The amount in the token's smallest units. */
        raw: digits,
        gasPrice: digits,
        gasLimit: digits,
        /** The coin that the address lacks for gas, in the chain's smallest units: somebody has to send it there first. */
        lacksCoin: digits,
        /** The bytes to sign. */
        unsigned: hex,
      }),
    )
    .check(z.maxLength(MAX_TRANSFERS)),
});
export type UnsignedBatch = z.output<typeof unsignedBatch>;

export const signedBatch = z.strictObject({
  format: z.literal('rab-signed-transfers-1'),
  network,
  chainId,
  /** The signed bytes. */
  signed: z.array(hex).check(z.minLength(1), z.maxLength(MAX_TRANSFERS)),
});
export type SignedBatch = z.output<typeof signedBatch>;
