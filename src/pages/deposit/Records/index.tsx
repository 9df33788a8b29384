import { msg } from '@lingui/core/macro';
import { deposits, type Deposit } from '../../../../contract/calls/wallet';
import { paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordRowProps } from '../../records/define-records';
import { UNFILTERED } from '../../records/filters';
import { RecordRow } from '../../records/MonthlyRecords';
import { ofCall } from '../../records/of-call';
import { journalColumn, timeColumn } from '../../records/RecordExport/file';
import { rowSheet } from '../../records/row-sheet';
import { isMoving, LIVE_MS, STATUS_NAMES } from '../deposit';
import { DepositSheet } from '../DepositSheet';
import { DepositTag } from '../DepositTag';
import { NetworkName } from '../NetworkName';

/** Every deposit, the newest first, with how far it is; `?id=` opens one (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`Deposits`,
  path: paths.deposits,
  filters: UNFILTERED,
  read: ofCall(deposits, { everyMs: (rows) => (rows?.some(isMoving) ? LIVE_MS : null) }),
  Row,
  timeOf: ({ seenAt }) => seenAt,
  useSheet: rowSheet(({ row, onClose }) => <DepositSheet deposit={row} onClose={onClose} />),
  file: {
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
  },
  empty: {
    hint: msg`What is sent to your deposit addresses appears here, from its first block on.`,
    action: { label: msg`Deposit USDT`, to: [paths.deposit] },
  },
});
export { ahead };
export default Screen;

function Row({ row: deposit, onOpen }: RecordRowProps<Deposit>) {
  const locale = useLocale();
  return (
    <RecordRow
      title={<Amount value={deposit.amount} asset="USDT" precision="full" unit />}
      figure={<DepositTag deposit={deposit} />}
      below={formatDateTime(deposit.seenAt, { locale })}
      aside={<NetworkName network={deposit} />}
      onOpen={() => onOpen(deposit)}
    />
  );
}
