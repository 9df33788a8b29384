import { msg } from '@lingui/core/macro';
import { journalColumn, timeColumn, type RecordFile } from '../records/RecordExport/file';

/** Exchanges as a file. */
export const EXCHANGES_FILE: RecordFile = {
  name: 'exchanges',
  columns: [
    timeColumn('createdAt'),
    { title: msg`You pay`, field: 'given', as: 'figure', share: 20, unitField: 'from', isSummed: true },
    { title: msg`Asset`, field: 'from', as: 'text', share: 8 },
    { title: msg`You receive`, field: 'received', as: 'figure', share: 20, unitField: 'to', isSummed: true },
    { title: msg`Asset`, field: 'to', as: 'text', share: 8 },
    { title: msg`Price`, field: 'rate', as: 'figure', share: 17, unit: 'USDT' },
    journalColumn(10),
  ],
};
