import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  INSURANCE_ASSET,
  insuranceFund,
  insuranceInflows,
  insurancePayouts,
} from '../../../../contract/calls/insurance';
import { paths } from '../../../app/paths';
import { readAhead } from '../../../bridge/useCall';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { negated } from '../../../format/amount';
import { formatDate, formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordList, type RecordRead, type RecordRowProps } from '../define-records';
import { byChoice, type Choice, type FilterProps } from '../filters';
import { RecordRow } from '../MonthlyRecords';
import { journalColumn, timeColumn, type RecordFile } from '../RecordExport/file';
import { rowSheet } from '../row-sheet';
import { Fund } from './Fund';
import { isPayout, SOURCE_NAMES, TARGET_NAMES, type Movement } from './movements';
import { MovementSheet } from './MovementSheet';

type Shown = Choice<'payouts'>;

/** At noon UTC it is the same day, and so the same month, on nearly every device. */
const NOON_MS = 43_200_000;

const SHOWN = byChoice<'payouts'>({
  name: 'list',
  label: msg`Movements of the fund`,
  all: msg`Inflows`,
  options: { payouts: msg`Payouts` },
});

const MOVEMENTS: RecordRead<Movement, Shown> = {
  useRead(shown): RecordList<Movement> {
    const inflows = useListCall(insuranceInflows, {}, { enabled: shown === 'all' });
    const payouts = useListCall(insurancePayouts, {}, { enabled: shown === 'payouts' });
    return shown === 'all'
      ? { list: inflows, of: { call: insuranceInflows } }
      : { list: payouts, of: { call: insurancePayouts } };
  },
  ahead: () => Promise.all([readAhead(insuranceFund, {}), readListAhead(insuranceInflows, {})]),
};

const INFLOW_FILE: RecordFile = {
  name: 'insurance-inflows',
  columns: [
    { title: msg`Day (UTC)`, field: 'id', as: 'text', share: 17 },
    { title: msg`Amount`, field: 'amount', as: 'figure', share: 40, unit: INSURANCE_ASSET, isSummed: true },
  ],
};
const PAYOUT_FILE: RecordFile = {
  name: 'insurance-payouts',
  columns: [
    timeColumn('createdAt'),
    { title: msg`Amount`, field: 'amount', as: 'figure', share: 20, unit: INSURANCE_ASSET, isSummed: true },
    { title: msg`Recipient`, field: 'to', as: 'text', share: 18, names: TARGET_NAMES },
    { title: msg`Reason`, field: 'reason', as: 'text', share: 36 },
    journalColumn(),
  ],
};

/** The insurance fund: its figures and rules, what came in by day, and every payout; `?id=` opens one (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`Insurance fund`,
  path: paths.insuranceFund,
  // Both lists are whole: the choice narrows nothing.
  filters: { ...SHOWN, isNarrowed: () => false, Above },
  read: MOVEMENTS,
  Row,
  timeOf: (row) => (isPayout(row) ? row.createdAt : row.day + NOON_MS),
  useSheet: rowSheet(({ row, onClose }) => <MovementSheet movement={row} onClose={onClose} />),
  file: (shown) => (shown === 'all' ? INFLOW_FILE : PAYOUT_FILE),
  empty: {
    hint: (shown) =>
      shown === 'all' ? msg`The fund’s part of fees appears here by day.` : msg`Payouts appear here with their reason.`,
  },
});
export { ahead };
export default Screen;

function Above(props: FilterProps<Shown>) {
  const { Above: Chips } = SHOWN;
  return (
    <>
      <Fund />
      {Chips && <Chips {...props} />}
    </>
  );
}

function Row({ row, onOpen }: RecordRowProps<Movement>) {
  const { t } = useLingui();
  const locale = useLocale();
  const open = () => onOpen(row);
  const figure = (value: string) => (
    <Amount value={value} asset={INSURANCE_ASSET} precision="full" unit hideable={false} />
  );
  if (isPayout(row)) {
    return (
      <RecordRow
        title={row.reason}
        figure={figure(negated(row.amount))}
        below={formatDateTime(row.createdAt, { locale })}
        aside={t(TARGET_NAMES[row.to])}
        onOpen={open}
      />
    );
  }
  const [largest] = row.sources;
  return (
    <RecordRow
      title={formatDate(row.day, { locale, timeZone: 'UTC' })}
      figure={figure(row.amount)}
      below={largest && t(SOURCE_NAMES[largest.source])}
      aside={row.sources.length > 1 && `+${row.sources.length - 1}`}
      onOpen={open}
    />
  );
}
