/** Records of the USDT market. */
import { otcFigures } from '../../../../contract/calls/otc-market';
import {
  usdtOfferRecord,
  usdtTradeRecord,
  type UsdtOffer,
  type UsdtTrade,
} from '../../../../contract/calls/otc-usdt-records';
import { plainest, type Part } from '../../support/plainest';

/** Times in tests run from the present: countdowns are by the device's clock. */
export const START = Date.now();
const MINUTE = 60_000;

const TRADER = { id: '2', nickname: 'Mai', isVerified: true, completed: 1284, completionRate: '0.992' } as const;

export const tradeOf = (changes: Part<UsdtTrade> = {}): UsdtTrade =>
  plainest(usdtTradeRecord, {
    id: '55',
    offerId: '49',
    side: 'buy',
    status: 'match-ended',
    state: 'awaiting-payment',
    counterparty: TRADER,
    price: '7.1800',
    fiat: 'CNY',
    quantity: '500.000000',
    fiatAmount: '3590.00',
    deadlineAt: START + 12 * MINUTE,
    payees: [{ bankName: 'Kelp Bank', branch: 'Bay', cardNumber: '6225880120364417', holderName: 'Mai Lin' }],
    timeline: [{ step: 'taken', by: 'me', at: START - 3 * MINUTE }],
    ...changes,
  });

/** Paid, as its seller sees it. */
export const paidOf = (changes: Part<UsdtTrade> = {}): UsdtTrade =>
  tradeOf({
    version: 2,
    side: 'sell',
    state: 'paid',
    deadlineAt: START + 1_440 * MINUTE,
    disputableAt: START + 29 * MINUTE,
    payerName: 'Kai Berg',
    reference: 'KELP-718',
    timeline: [...tradeOf().timeline, { step: 'paid', by: 'them', at: START - MINUTE }],
    ...changes,
  });

export const offerOf = (changes: Part<UsdtOffer> = {}): UsdtOffer =>
  plainest(usdtOfferRecord, {
    id: '49',
    version: 4,
    side: 'sell',
    trader: TRADER,
    status: 'pending-match',
    price: '7.1800',
    fiat: 'CNY',
    quantity: '600.000000',
    remaining: '600.000000',
    minFiat: '100.00',
    maxFiat: '2000.00',
    feeRate: '0.002',
    ...changes,
  });

export const INFO = plainest(otcFigures.output, {
  rab: { isOpen: true },
  usdt: { isOpen: true, fiat: 'CNY', feeRate: '0.002', minimum: '10', maximum: '50000', paymentMs: 900_000 },
  available: { USDT: '1000.000000' },
  attention: 1,
});

export const CARD = { id: '3', bankName: 'Kelp Bank', cardLast4: '4417', holderName: 'Kai Berg', branch: 'Bay' };
