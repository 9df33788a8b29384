/** Deposits, withdrawals, exchange. */
import * as z from 'zod/mini';
import { defineCall, nameCall, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount } from '../money';
import { network } from './identity';

export const withdrawIndex = nameCall('withdrawIndex', 'POST', '/api/v1/withdraw/index');
export const sendWithdrawCode = nameCall('sendWithdrawCode', 'POST', '/api/v1/withdraw/sendWithdrawCode');
export const withdrawList = nameCall('withdrawList', 'GET', '/api/v1/withdraw/list');
export const withdrawConfig = nameCall('withdrawConfig', 'GET', '/api/withdraw/config');

/** Deposits are in USDT only (spec section 1). */
export const DEPOSIT_ASSET = 'USDT';

const confirmations = z.int().check(z.gte(0), z.lte(1_000));

/** A network that USDT can be sent over to this account. */
export const depositNetwork = z.strictObject({
  network,
  /** The local test network: its USDT is worth nothing, and every screen says so. */
  isTest: z.boolean(),
  /** The account's own; never another's (rules.md §4). */
  address: z.string().check(z.regex(/^[A-Za-z0-9]{20,80}$/)),
  /** Less than this is recorded, but neither credited nor given back. */
  minimum: amount,
  /** Blocks on top of the deposit's own until it is credited. */
  confirmations,
  /** How long they usually take. */
  usualMs: z.int().check(z.gte(0)),
  /** The gateway does not hear from the network just now: deposits show later, none is lost. */
  isDelayed: z.boolean(),
});
export type DepositNetwork = z.output<typeof depositNetwork>;

/**
 * The account's deposit addresses, one per network that is open; none when deposits are not open. The first time makes them.
 * They never change, so that a device may show them for a day without asking.
 */
export const rechargeAddress = defineCall({
  name: 'rechargeAddress',
  method: 'GET',
  uri: '/api/v1/recharge/address',
  access: 'user',
  effect: 'read',
  cache: { kind: 'record', maxAgeMs: 86_400_000 },
  input: nothing,
  output: z.strictObject({ networks: z.array(depositNetwork) }),
});

export const DEPOSIT_STATUSES = ['confirming', 'credited', 'too-small'] as const;

export const deposit = z.strictObject({
  id,
  network,
  isTest: z.boolean(),
  status: z.enum(DEPOSIT_STATUSES),
  /** What is or will be credited. */
  amount,
  /** What was sent, with all digits that the network has. */
  sent: amount,
  confirmations,
  confirmationsNeeded: confirmations,
  txId: z.string().check(z.regex(/^(0x)?[0-9a-f]{64}$/)),
  blockNumber: z.int().check(z.gte(0)),
  /** When its block was made. */
  blockAt: timeMs,
  fromAddress: z.string(),
  toAddress: z.string(),
  /** When the gateway saw it first. */
  seenAt: timeMs,
  creditedAt: z.nullable(timeMs),
  journalId: z.nullable(id),
});
export type Deposit = z.output<typeof deposit>;

/** Deposits, newest first, from their first block on. One whose block is reorganised away is no longer there. */
export const rechargeList = defineCall({
  name: 'rechargeList',
  method: 'GET',
  uri: '/api/v1/recharge/list',
  access: 'user',
  effect: 'read',
  cache: { kind: 'list', maxAgeMs: 10_000, sort: 'seenAt', tag: 'status' },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(deposit),
});

export const exchangeIndex = nameCall('exchangeIndex', 'POST', '/api/v1/exchange/index');
export const exchangeList = nameCall('exchangeList', 'GET', '/api/v1/exchange/list');
export const exchangeExchange = nameCall('exchangeExchange', 'POST', '/api/exchange/exchange');
