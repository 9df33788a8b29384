/** Records of the USDT market as the gateway gives them. */
import type { UsdtOffer, UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import type { CallOutput } from '../../../../contract/index';

/** Times in tests run from the present: countdowns are by the device's clock. */
export const START = Date.now();
const MINUTE = 60_000;

const TRADER = { id: '2', nickname: 'Mai', isVerified: true, completed: 1284, completionRate: '0.992' } as const;

export function tradeOf(changes: Partial<UsdtTrade> = {}): UsdtTrade {
  return {
    kind: 'trade',
    id: '55',
    version: 1,
    offerId: '49',
    side: 'buy',
    status: 'match-ended',
    state: 'awaiting-payment',
    counterparty: TRADER,
    price: '7.1800',
    fiat: 'CNY',
    quantity: '500.000000',
    fiatAmount: '3590.00',
    feeRate: '0.002',
    fee: '1.000000',
    received: '499.000000',
    deadlineAt: START + 12 * MINUTE,
    disputableAt: null,
    payees: [{ bankName: 'Kelp Bank', branch: 'Bay', cardNumber: '6225880120364417', holderName: 'Mai Lin' }],
    payerName: null,
    reference: null,
    proofs: [],
    cancelAgreed: { mine: false, theirs: false },
    dispute: null,
    unread: 0,
    timeline: [{ step: 'taken', by: 'me', reason: null, at: START - 3 * MINUTE }],
    createdAt: START - 3 * MINUTE,
    closedAt: null,
    journalId: null,
    ...changes,
  };
}

const PROOF = '8f14e45f-ceea-467f-a0e6-9d3b8f0c1a11';

/** Paid, as its seller sees it. */
export function paidOf(changes: Partial<UsdtTrade> = {}): UsdtTrade {
  const trade = tradeOf();
  return {
    ...trade,
    version: 2,
    side: 'sell',
    state: 'paid',
    received: '3590.00',
    deadlineAt: START + 1_440 * MINUTE,
    disputableAt: START + 29 * MINUTE,
    payerName: 'Kai Berg',
    reference: 'KELP-718',
    proofs: [PROOF],
    timeline: [...trade.timeline, { step: 'paid', by: 'them', reason: null, at: START - MINUTE }],
    ...changes,
  };
}

export function offerOf(changes: Partial<UsdtOffer> = {}): UsdtOffer {
  return {
    kind: 'offer',
    id: '49',
    version: 4,
    side: 'sell',
    trader: TRADER,
    isMine: false,
    status: 'pending-match',
    price: '7.1800',
    fiat: 'CNY',
    quantity: '600.000000',
    remaining: '600.000000',
    inTrades: '0.000000',
    completed: '0.000000',
    minFiat: '100.00',
    maxFiat: '2000.00',
    banks: ['Kelp Bank'],
    note: null,
    feeRate: '0.002',
    held: '0.000000',
    createdAt: START,
    closedAt: null,
    ...changes,
  };
}

export const INFO: CallOutput<'otcFigures'> = {
  rab: {
    isOpen: true,
    haltReason: null,
    haltedBy: null,
    guidePrice: { price: '0.8264', source: 'reference', asOf: START },
    change: null,
    high: null,
    low: null,
    volume: '0',
    lowest: '0.743760',
    highest: '0.909040',
    band: '0.1',
    feeRate: '0.002',
    baseFeeRate: '0.002',
    smallestFill: '0.1',
    depositRate: '1',
    ttlMs: 86_400_000,
    restMs: 1_800_000,
    bestSell: null,
    bestBuy: null,
  },
  usdt: {
    isOpen: true,
    haltReason: null,
    fiat: 'CNY',
    feeRate: '0.002',
    baseFeeRate: '0.002',
    minimum: '10',
    maximum: '50000',
    paymentMs: 900_000,
    lateHoldMs: 1_800_000,
    disputeAfterMs: 1_800_000,
    disputeForcedMs: 86_400_000,
    bestSell: '7.1800',
    bestBuy: '7.0500',
  },
  available: { USDT: '1000.000000', RAB: '0.00000000' },
  attention: 1,
};

export const CARD = {
  id: '3',
  network: null,
  address: null,
  bankName: 'Kelp Bank',
  cardLast4: '4417',
  holderName: 'Kai Berg',
  branch: 'Bay',
  createdAt: START,
  usableAt: START,
};
