import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { withdrawals, type Withdrawal, type WithdrawalStatus } from '../../../../contract/calls/withdrawals';
import { paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { shortAddress } from '../../../format/address';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordRowProps } from '../../records/define-records';
import { byChoice, type Choice } from '../../records/filters';
import { RecordRow } from '../../records/MonthlyRecords';
import { ofCall } from '../../records/of-call';
import { journalColumn, timeColumn } from '../../records/RecordExport/file';
import { rowSheet, type RowSheetProps } from '../../records/row-sheet';
import { PHASE_NAMES, pollMs } from '../withdrawal';
import { WithdrawalSheet } from '../WithdrawalSheet';
import { WithdrawalTag } from '../WithdrawalTag';
import { CancelQuestion } from './CancelQuestion';

const STATUS_NAMES = { pending: PHASE_NAMES.review, success: PHASE_NAMES.success, failed: PHASE_NAMES.failed };

/** Withdrawals by state, with how far each is; `?id=` opens one (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`Withdrawals`,
  path: paths.withdrawals,
  filters: byChoice<WithdrawalStatus>({
    name: 'status',
    label: msg`Status`,
    options: { pending: msg`Pending approval`, success: msg`Success`, failed: msg`Failed` },
  }),
  read: ofCall(withdrawals, {
    narrow: (status: Choice<WithdrawalStatus>) => (status === 'all' ? {} : { status }),
    everyMs: pollMs,
  }),
  Row,
  timeOf: ({ createdAt }) => createdAt,
  useSheet: rowSheet(Sheets),
  file: {
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
  },
  empty: {
    hint: msg`What you withdraw appears here, from the moment you ask for it.`,
    action: { label: msg`Withdraw USDT`, to: [paths.withdraw] },
    narrowed: { hint: msg`There are no withdrawals in this state.`, label: msg`Clear filters` },
  },
});
export { ahead };
export default Screen;

function Row({ row: withdrawal, onOpen }: RecordRowProps<Withdrawal>) {
  const locale = useLocale();
  return (
    <RecordRow
      title={<Amount value={withdrawal.amount} asset="USDT" precision="full" unit />}
      figure={<WithdrawalTag withdrawal={withdrawal} />}
      below={formatDateTime(withdrawal.createdAt, { locale })}
      aside={targetName(withdrawal)}
      onOpen={() => onOpen(withdrawal)}
    />
  );
}

/** Names the target as briefly as a row allows; the record's sheet has it whole. */
function targetName({ target: { address, bankName, cardLast4 } }: Withdrawal): string {
  return address === null ? `${bankName ?? ''} •••• ${cardLast4 ?? ''}` : shortAddress(address);
}

/** The withdrawal, and over it the question whether to cancel it. */
function Sheets({ row, onClose }: RowSheetProps<Withdrawal>) {
  const [asked, setAsked] = useState<Withdrawal | null>(null);
  return (
    <>
      <WithdrawalSheet
        open={row !== null && asked === null}
        withdrawal={row}
        onClose={onClose}
        onCancel={() => setAsked(row)}
      />
      {asked && <CancelQuestion withdrawal={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
