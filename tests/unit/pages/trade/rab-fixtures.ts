/** Records of the RAB market as the gateway answers them. */
import type { Trader } from '../../../../contract/calls/otc-market';
import type { RabQuote, RabLot, RabOrder } from '../../../../contract/calls/otc-rab';
import type { CallOutput } from '../../../../contract/index';

export const AT = Date.UTC(2026, 10, 21, 8, 30);
const DAY_MS = 86_400_000;

export const TRADER: Trader = {
  id: '31',
  nickname: 'Kelp',
  isVerified: true,
  completed: 12,
  completionRate: '0.992',
};

const guidePrice = { price: '0.125000', source: 'trades', asOf: AT } as const;

export const INFO: CallOutput<'otcFigures'> = {
  rab: {
    isOpen: true,
    haltReason: null,
    haltedBy: null,
    guidePrice,
    change: '0.0123',
    high: '0.127000',
    low: '0.123000',
    volume: '1000.00000000',
    lowest: '0.112500',
    highest: '0.137500',
    band: '0.1',
    feeRate: '0.002',
    baseFeeRate: '0.002',
    smallestFill: '0.1',
    depositRate: '1',
    ttlMs: DAY_MS,
    restMs: 1_800_000,
    bestSell: '0.125000',
    bestBuy: '0.124000',
  },
  usdt: {
    isOpen: true,
    haltReason: null,
    fiat: 'CNY',
    feeRate: '0.001',
    baseFeeRate: '0.001',
    minimum: '10.000000',
    maximum: '50000.000000',
    paymentMs: 900_000,
    lateHoldMs: 1_800_000,
    disputeAfterMs: 1_800_000,
    disputeForcedMs: DAY_MS,
    bestSell: null,
    bestBuy: null,
  },
  available: { USDT: '100.200000', RAB: '50.00000000' },
  attention: 0,
};

/** Somebody sells 80 RAB in parts of at least 8. */
export const LOT: RabLot = {
  id: '50',
  version: 3,
  side: 'sell',
  trader: TRADER,
  isMine: false,
  price: '0.125000',
  quantity: '80.00000000',
  remaining: '80.00000000',
  smallest: '8.00000000',
  canSplit: true,
  depositRate: '1',
  createdAt: AT,
  expiresAt: AT + DAY_MS,
};

/** 80 RAB bought at 0.125, all of it waiting. */
export const QUOTE: RabQuote = {
  side: 'buy',
  price: '0.125000',
  quantity: '80.00000000',
  mode: 'rest',
  feeRate: '0.002',
  depositRate: '1',
  guidePrice,
  now: { quantity: '0.00000000', amount: '0.000000', fee: '0.000000', received: '0.00000000' },
  rest: { quantity: '80.00000000', amount: '10.000000', fee: '0.020000', held: '10.020000' },
  worst: { amount: '10.000000', fee: '0.020000', deducted: '10.020000', received: '80.00000000' },
  depositAtRisk: '0.000000',
  expiresAt: AT + DAY_MS,
  available: '100.200000',
};

export const ORDER: RabOrder = {
  kind: 'rab',
  id: '61',
  version: 1,
  side: 'buy',
  status: 'pending-match',
  endedBy: null,
  price: '0.125000',
  guidePrice: '0.125000',
  quantity: '80.00000000',
  filled: '0.00000000',
  remaining: '80.00000000',
  canSplit: true,
  feeRate: '0.002',
  depositRate: '1',
  held: '10.020000',
  amount: '10.000000',
  fee: '0.000000',
  received: '0.00000000',
  averagePrice: null,
  restDue: null,
  deposit: null,
  restDueAt: null,
  createdAt: AT,
  expiresAt: AT + DAY_MS,
  closedAt: null,
};
