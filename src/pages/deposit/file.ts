import { msg } from '@lingui/core/macro';
import { journalColumn, timeColumn, type RecordFile } from '../records/RecordExport/file';
import { STATUS_NAMES } from './deposit';

/** Deposits as a file. */
export const DEPOSITS_FILE: RecordFile = {
  name: 'deposits',
  columns: [
    timeColumn('seenAt'),
    { title: msg`Network`, field: 'network', as: 'text', share: 9 },
    { title: msg`Amount`, field: 'amount', as: 'figure', share: 16, unit: 'USDT', isSummed: true },
    { title: msg`Status`, field: 'status', as: 'text', share: 13, names: STATUS_NAMES },
    { title: msg`Address`, field: 'toAddress', as: 'text', share: 20 },
    { title: msg`Transaction ID`, field: 'txId', as: 'text', share: 25 },
    journalColumn(),
  ],
  counts: { field: 'status', values: ['credited'], name: STATUS_NAMES.credited },
};
