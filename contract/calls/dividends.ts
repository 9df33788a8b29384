/** The AI dividend (docs/rules.md §7). */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, rate } from '../money';

/** Fees are in USDT, and so is what is declared of them. */
export const DIVIDEND_ASSET = 'USDT';

/** A person's share of one dividend, with everything that it was computed from: declared × custodyDays ÷ totalCustodyDays. */
export const dividendShare = z.object({
  /** The dividend's. */
  id,
  /** The moment of the declaration. */
  createdAt: timeMs,
  /** The UTC days that it was declared for, as their midnights; both included. */
  firstDay: timeMs,
  lastDay: timeMs,
  /** Fees of these days less the shares that were given away. */
  netFees: amount,
  declared: amount,
  /** USDT times days: each USDT that was in valid custody for the whole of a UTC day is one. */
  custodyDays: amount,
  totalCustodyDays: amount,
  amount,
  status: z.enum(['to-claim', 'claimed', 'expired']),
  /** A share that nobody has claimed by then goes back to the pool. */
  expiresAt: timeMs,
  claimedAt: z.nullable(timeMs),
  journalId: z.nullable(id),
});
export type DividendShare = z.output<typeof dividendShare>;

/** Tells what the person can claim, the oldest share first, and the rules of the dividend. */
export const dividendInfo = defineCall({
  name: 'dividendInfo',
  method: 'GET',
  uri: '/api/v1/user/aiInfo',
  access: 'user',
  effect: 'read',
  shows: ['dividend'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    claimable: amount,
    shares: z.array(dividendShare).check(z.maxLength(500)),
    /** A dividend is at most this part of the net fees. */
    maximumRate: rate,
    /** Custody of a day counts from here on. */
    validFrom: amount,
    /** A share can be claimed for this long. */
    claimMs: z.int(),
  }),
});

/**
 * Credits the person's share to the cash of the main account. A share that was claimed before is answered as it is, whatever device
 * claimed it.
 */
export const claimDividend = defineCall({
  name: 'claimDividend',
  method: 'POST',
  uri: '/api/v1/user/aiReceive',
  access: 'user',
  effect: 'money',
  changes: ['cash', 'income', 'dividend'],
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: z.object({ share: dividendShare }),
  errors: ['not-found', 'claim-expired'],
});

/** The person's shares, newest first. */
export const dividendReleases = defineCall({
  name: 'dividendReleases',
  method: 'POST',
  uri: '/api/v1/user/aiIncome',
  access: 'user',
  effect: 'read',
  shows: ['dividend'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'createdAt' },
  input: z.strictObject({ ...pageInput }),
  example: { limit: 100 },
  output: pageOf(dividendShare),
});
