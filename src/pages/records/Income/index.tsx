import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { incomes, incomeSeries, incomeTypes, type IncomeType } from '../../../../contract/calls/income';
import type { AssetCode } from '../../../../contract/money';
import { paths } from '../../../app/paths';
import { readAhead, useCall } from '../../../bridge/useCall';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { useSearch } from '../../../bridge/useSearch';
import { Amount } from '../../../components/Amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordRead, type RecordRowProps } from '../define-records';
import { byChoice, type Choice, type FilterProps } from '../filters';
import { RecordRow } from '../MonthlyRecords';
import { journalColumn, timeColumn } from '../RecordExport/file';
import { rowSheet } from '../row-sheet';
import {
  nameOf,
  SHORT_REASONS,
  SOURCE_NAMES,
  STATUS_NAMES,
  sumsOf,
  TYPE_NAMES,
  type Income as IncomeRow,
} from './income';
import styles from './Income.module.css';
import { IncomeChart } from './IncomeChart';
import { IncomeSheet } from './IncomeSheet';

type TypeChoice = Choice<IncomeType>;

const TYPES = byChoice<IncomeType>({ name: 'type', label: msg`Type`, all: msg`All types`, options: TYPE_NAMES });

/** The whole list, or a search of one type through what the device keeps of it, so that every type is there offline, too. */
const INCOMES: RecordRead<IncomeRow, TypeChoice> = {
  useRead(type) {
    const list = useListCall(incomes, {}, { enabled: type === 'all' });
    const search = useSearch(incomes, {}, type === 'all' ? {} : { tag: type }, { enabled: type !== 'all' });
    if (type === 'all') return { list, of: { call: incomes } };
    return { list: search, search, of: { call: incomes, fields: { type } } };
  },
  ahead: () => Promise.all([readListAhead(incomes, {}), readAhead(incomeTypes, {}), readAhead(incomeSeries, {})]),
};

/** Income by type, with sums and months; each opens its lineage (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`Income`,
  path: paths.income,
  filters: { ...TYPES, Above },
  read: INCOMES,
  Row,
  timeOf: ({ createdAt }) => createdAt,
  useSheet: rowSheet(({ row, onClose }) => <IncomeSheet income={row} onClose={onClose} />),
  file: {
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
  },
  empty: { hint: msg`Interest, airdrops and other income appear here.` },
});
export { ahead };
export default Screen;

function Row({ row, onOpen }: RecordRowProps<IncomeRow>) {
  const { t } = useLingui();
  const locale = useLocale();
  const { amount, asset, createdAt, reason, status, type } = row;
  const pending = reason ? SHORT_REASONS[reason] : STATUS_NAMES[status];
  return (
    <RecordRow
      title={t(nameOf(row))}
      figure={<Amount value={amount} asset={asset} precision="full" change unit />}
      below={formatDateTime(createdAt, { locale })}
      aside={t(status === 'credited' ? TYPE_NAMES[type] : pending)}
      onOpen={() => onOpen(row)}
    />
  );
}

/** The types, and what the chosen one has brought. */
function Above(props: FilterProps<TypeChoice>) {
  const { Above: Chips } = TYPES;
  return (
    <>
      {Chips && <Chips {...props} />}
      <Sums type={props.filters} />
      <IncomeChart type={props.filters} />
    </>
  );
}

/** Shows the type's income since the beginning, by asset, and what is still to come of it. */
function Sums({ type }: { type: TypeChoice }) {
  const { data } = useCall(incomeTypes, {});
  if (!data) return null;
  const { count, totals, pending } = sumsOf(data.types, type);
  return (
    <section className={styles['sums']}>
      <span className={styles['label']}>
        <Trans>Total so far</Trans> · <Plural value={count} one="# record" other="# records" />
      </span>
      <Totals of={totals} />
      {pending.length > 0 && (
        <>
          <span className={styles['label']}>
            <Trans>Pending credit</Trans>
          </span>
          <Totals of={pending} />
        </>
      )}
    </section>
  );
}

function Totals({ of }: { of: readonly { asset: AssetCode; amount: string }[] }) {
  return (
    <span className={styles['totals']}>
      {of.map(({ asset, amount }) => (
        <Amount key={asset} value={amount} asset={asset} precision="full" change unit />
      ))}
    </span>
  );
}
