import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { timeColumn, type RecordFile } from '../records/RecordExport/file';
import { ORDER_TAGS } from './rab/order';
import { OFFER_TAGS, STATE_TAGS } from './trade';

const SIDE_NAMES = { buy: msg`Buy`, sell: msg`Sell` };

function namesOf(tags: Readonly<Record<string, { name: MessageDescriptor }>>): Record<string, MessageDescriptor> {
  return Object.fromEntries(Object.entries(tags).map(([value, { name }]) => [value, name]));
}

/** Orders of the RAB market as a file. */
export const RAB_ORDERS_FILE: RecordFile = {
  name: 'rab-orders',
  columns: [
    timeColumn('createdAt'),
    { title: msg`Order`, field: 'id', as: 'text', share: 9 },
    { title: msg`Side`, field: 'side', as: 'text', share: 8, names: SIDE_NAMES },
    { title: msg`Price`, field: 'price', as: 'figure', share: 14, unit: 'USDT' },
    { title: msg`Quantity`, field: 'quantity', as: 'figure', share: 17, unit: 'RAB' },
    { title: msg`Filled`, field: 'filled', as: 'figure', share: 17, unit: 'RAB', isSummed: true },
    { title: msg`Average price`, field: 'averagePrice', as: 'figure', share: 14, unit: 'USDT' },
    { title: msg`Fee`, field: 'fee', as: 'figure', share: 13, unit: 'USDT', isSummed: true },
    { title: msg`Status`, field: 'status', as: 'text', share: 13, names: namesOf(ORDER_TAGS) },
  ],
};

/** Offers and trades of the USDT market as a file. What was traded is totalled by its trades. */
export const USDT_ORDERS_FILE: RecordFile = {
  name: 'usdt-orders',
  columns: [
    timeColumn('createdAt'),
    { title: msg`Order`, field: 'id', as: 'text', share: 9 },
    { title: msg`Kind`, field: 'kind', as: 'text', share: 9, names: { offer: msg`Offer`, trade: msg`Trade` } },
    { title: msg`Side`, field: 'side', as: 'text', share: 8, names: SIDE_NAMES },
    { title: msg`Trader`, field: 'counterparty.nickname', as: 'text', share: 14 },
    { title: msg`Price`, field: 'price', as: 'figure', share: 14, unitField: 'fiat' },
    { title: msg`Quantity`, field: 'quantity', as: 'figure', share: 16, unit: 'USDT', isSummed: true },
    { title: msg`Amount`, field: 'fiatAmount', as: 'figure', share: 18, unitField: 'fiat', isSummed: true },
    { title: msg`Currency`, field: 'fiat', as: 'text', share: 9 },
    { title: msg`Fee`, field: 'fee', as: 'figure', share: 13, unit: 'USDT', isSummed: true },
    {
      title: msg`Status`,
      field: ['state', 'status'],
      as: 'text',
      share: 13,
      names: { ...namesOf(OFFER_TAGS), ...namesOf(STATE_TAGS) },
    },
  ],
  counts: { field: 'state', values: ['completed'], name: STATE_TAGS.completed.name },
};
