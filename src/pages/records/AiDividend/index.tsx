import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  DIVIDEND_ASSET,
  dividendInfo,
  dividendReleases,
  type DividendShare,
} from '../../../../contract/calls/dividends';
import { paths } from '../../../app/paths';
import { readAhead } from '../../../bridge/useCall';
import { Amount } from '../../../components/Amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordRead, type RecordRowProps } from '../define-records';
import { UNFILTERED } from '../filters';
import { RecordRow } from '../MonthlyRecords';
import { ofCall } from '../of-call';
import { journalColumn, timeColumn } from '../RecordExport/file';
import { rowSheet } from '../row-sheet';
import { Claimable } from './Claimable';
import { periodOf, STATUS_NAMES } from './dividend';
import { ShareSheet } from './ShareSheet';

const releases = ofCall(dividendReleases);
const RELEASES: RecordRead<DividendShare, null> = {
  ...releases,
  ahead: () => Promise.all([readAhead(dividendInfo, {}), releases.ahead()]),
};

/** The AI dividend: what can be claimed, and every release; `?id=` opens one (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`AI dividend`,
  path: paths.aiDividend,
  filters: { ...UNFILTERED, Above: Claimable },
  read: RELEASES,
  Row,
  timeOf: ({ createdAt }) => createdAt,
  useSheet: rowSheet(({ row, onClose }) => <ShareSheet share={row} onClose={onClose} />),
  file: {
    name: 'ai-dividend',
    columns: [
      timeColumn('createdAt'),
      { title: msg`Status`, field: 'status', as: 'text', share: 18, names: STATUS_NAMES },
      { title: msg`Your share`, field: 'amount', as: 'figure', share: 20, unit: DIVIDEND_ASSET, isSummed: true },
      { title: msg`Your custody days`, field: 'custodyDays', as: 'figure', share: 20 },
      { title: msg`Custody days of all`, field: 'totalCustodyDays', as: 'figure', share: 20 },
      journalColumn(),
    ],
    counts: { field: 'status', values: ['claimed'], name: STATUS_NAMES.claimed },
  },
  empty: { hint: msg`Dividends in which you had a share appear here.` },
});
export { ahead };
export default Screen;

function Row({ row, onOpen }: RecordRowProps<DividendShare>) {
  const { t } = useLingui();
  const locale = useLocale();
  const { amount, status, createdAt, claimedAt } = row;
  return (
    <RecordRow
      title={periodOf(row, locale)}
      figure={<Amount value={amount} asset={DIVIDEND_ASSET} precision="full" change={status === 'claimed'} unit />}
      below={formatDateTime(claimedAt ?? createdAt, { locale })}
      aside={t(STATUS_NAMES[status])}
      onOpen={() => onOpen(row)}
    />
  );
}
