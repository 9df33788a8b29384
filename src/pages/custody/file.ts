import { msg } from '@lingui/core/macro';
import { journalColumn, timeColumn, type RecordFile } from '../records/RecordExport/file';
import { CHANGE_NAMES } from './change';

const STATUS_NAMES = { 'in-progress': msg`In progress`, expired: msg`Expired` };

/** Custody orders as a file. */
export const ORDERS_FILE: RecordFile = {
  name: 'custody-orders',
  columns: [
    timeColumn('startsAt'),
    { title: msg`Order`, field: 'id', as: 'text', share: 10 },
    { title: msg`Placed`, field: 'placed', as: 'figure', share: 18, unit: 'USDT', isSummed: true },
    { title: msg`In custody`, field: 'principal', as: 'figure', share: 18, unit: 'USDT', isSummed: true },
    { title: msg`Interest paid`, field: 'interestPaid', as: 'figure', share: 18, unit: 'USDT', isSummed: true },
    { title: msg`Status`, field: 'status', as: 'text', share: 13, names: STATUS_NAMES },
    { title: msg`End`, field: 'endsAt', as: 'time', share: 17 },
  ],
};

/** Changes of custody amounts as a file. */
export const CHANGES_FILE: RecordFile = {
  name: 'custody-changes',
  columns: [
    timeColumn('createdAt'),
    { title: msg`Order`, field: 'orderId', as: 'text', share: 10 },
    { title: msg`Kind`, field: 'kind', as: 'text', share: 20, names: CHANGE_NAMES },
    { title: msg`Before`, field: 'before', as: 'figure', share: 18, unit: 'USDT' },
    { title: msg`After`, field: 'after', as: 'figure', share: 18, unit: 'USDT' },
    { title: msg`Fee`, field: 'fee', as: 'figure', share: 14, unit: 'USDT', isSummed: true },
    journalColumn(10),
  ],
};
