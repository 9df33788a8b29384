/** Records of the RAB market. */
import { otcFigures, trader } from '../../../../contract/calls/otc-market';
import { rabLot, rabOrderRecord, rabQuote } from '../../../../contract/calls/otc-rab';
import { plainest } from '../../support/plainest';

export const TRADER = plainest(trader, { id: '31', nickname: 'Kelp', completed: 12, completionRate: '0.992' });

export const INFO = plainest(otcFigures.output, {
  rab: {
    isOpen: true,
    guidePrice: { price: '0.125000', source: 'trades' },
    lowest: '0.112500',
    highest: '0.137500',
    band: '0.1',
    feeRate: '0.002',
    smallestFill: '0.1',
    depositRate: '1',
    bestSell: '0.125000',
    bestBuy: '0.124000',
  },
  available: { USDT: '100.200000', RAB: '50.00000000' },
});

/** Somebody sells 80 RAB in parts of at least 8. */
export const LOT = plainest(rabLot, {
  id: '50',
  version: 3,
  side: 'sell',
  trader: TRADER,
  price: '0.125000',
  quantity: '80.00000000',
  remaining: '80.00000000',
  smallest: '8.00000000',
  canSplit: true,
  depositRate: '1',
});

/** 80 RAB bought at 0.125, all of it waiting. */
export const QUOTE = plainest(rabQuote.output, {
  side: 'buy',
  price: '0.125000',
  quantity: '80.00000000',
  mode: 'rest',
  feeRate: '0.002',
  depositRate: '1',
  rest: { quantity: '80.00000000', amount: '10.000000', fee: '0.020000', held: '10.020000' },
  worst: { amount: '10.000000', fee: '0.020000', deducted: '10.020000', received: '80.00000000' },
  available: '100.200000',
});

export const ORDER = plainest(rabOrderRecord, {
  id: '61',
  side: 'buy',
  status: 'pending-match',
  price: '0.125000',
  quantity: '80.00000000',
  remaining: '80.00000000',
  canSplit: true,
  feeRate: '0.002',
  depositRate: '1',
  held: '10.020000',
  amount: '10.000000',
});
