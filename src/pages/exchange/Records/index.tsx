import { msg } from '@lingui/core/macro';
import { exchanges, type ExchangeRecord } from '../../../../contract/calls/wallet';
import { paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { negated } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordRowProps } from '../../records/define-records';
import { UNFILTERED } from '../../records/filters';
import { RecordRow } from '../../records/MonthlyRecords';
import { ofCall } from '../../records/of-call';
import { journalColumn, timeColumn } from '../../records/RecordExport/file';
import { rowSheet } from '../../records/row-sheet';
import { ExchangeSheet } from '../ExchangeSheet';

/** Every exchange, the newest first; `?id=` opens one (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`Exchanges`,
  path: paths.exchanges,
  filters: UNFILTERED,
  read: ofCall(exchanges),
  Row,
  timeOf: ({ createdAt }) => createdAt,
  useSheet: rowSheet(({ row, onClose }) => <ExchangeSheet exchange={row} onClose={onClose} />),
  file: {
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
  },
  empty: {
    hint: msg`Your exchanges of RAB and USDT appear here.`,
    action: { label: msg`Exchange`, to: [paths.exchange] },
  },
});
export { ahead };
export default Screen;

function Row({ row, onOpen }: RecordRowProps<ExchangeRecord>) {
  const locale = useLocale();
  const { from, to, given, received, createdAt } = row;
  return (
    <RecordRow
      title={`${from} → ${to}`}
      figure={<Amount value={received} asset={to} precision="full" unit />}
      below={formatDateTime(createdAt, { locale })}
      aside={<Amount value={negated(given)} asset={from} precision="full" unit />}
      onOpen={() => onOpen(row)}
    />
  );
}
