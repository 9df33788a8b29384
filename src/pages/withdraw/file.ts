import { msg } from '@lingui/core/macro';
import { journalColumn, timeColumn, type RecordFile } from '../records/RecordExport/file';
import { PHASE_NAMES } from './withdrawal';

const STATUS_NAMES = { pending: PHASE_NAMES.review, success: PHASE_NAMES.success, failed: PHASE_NAMES.failed };

/** Withdrawals as a file. */
export const WITHDRAWALS_FILE: RecordFile = {
  name: 'withdrawals',
  columns: [
    timeColumn('createdAt'),
    { title: msg`Amount`, field: 'amount', as: 'figure', share: 14, unit: 'USDT', isSummed: true },
    { title: msg`Fee`, field: 'fee', as: 'figure', share: 11, unit: 'USDT', isSummed: true },
    { title: msg`Total deducted`, field: 'total', as: 'figure', share: 14, unit: 'USDT', isSummed: true },
    { title: msg`Status`, field: 'status', as: 'text', share: 12, names: STATUS_NAMES },
    { title: msg`To`, field: ['target.address', 'target.cardLast4'], as: 'text', share: 18 },
    { title: msg`Transaction ID`, field: ['txId', 'paymentReference'], as: 'text', share: 20 },
    journalColumn(),
  ],
  counts: { field: 'status', values: ['success'], name: PHASE_NAMES.success },
};
