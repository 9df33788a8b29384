import { msg } from '@lingui/core/macro';
import { journalColumn, timeColumn, type RecordFile } from '../../records/RecordExport/file';
import { SOURCE_NAMES, STATUS_NAMES, TYPE_NAMES } from './income';

/** Income as a file. */
export const INCOME_FILE: RecordFile = {
  name: 'income',
  columns: [
    timeColumn('createdAt'),
    { title: msg`Type`, field: 'type', as: 'text', share: 13, names: TYPE_NAMES },
    { title: msg`Kind`, field: 'lineage.source', as: 'text', share: 15, names: SOURCE_NAMES },
    { title: msg`Amount`, field: 'amount', as: 'figure', share: 20, unitField: 'asset', isSummed: true },
    { title: msg`Asset`, field: 'asset', as: 'text', share: 8 },
    { title: msg`Status`, field: 'status', as: 'text', share: 13, names: STATUS_NAMES },
    { title: msg`Order`, field: 'lineage.orderId', as: 'text', share: 8 },
    journalColumn(),
  ],
  counts: { field: 'status', values: ['credited'], name: STATUS_NAMES.credited },
};
