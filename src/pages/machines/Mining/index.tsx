import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { miningDays, miningRecords, miningSummary, type Machine } from '../../../../contract/calls/machines';
import { paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { StatusTag } from '../../../components/StatusTag';
import { formatCount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { ReadArea } from '../../read/ReadArea';
import { defineRecords, type RecordRowProps } from '../../records/define-records';
import { byChoice, type Choice, type FilterProps } from '../../records/filters';
import { RecordRow } from '../../records/MonthlyRecords';
import { ofCall } from '../../records/of-call';
import { journalColumn, timeColumn, type RecordFile } from '../../records/RecordExport/file';
import { rowSheet } from '../../records/row-sheet';
import { DAY_STATES, formatUtcDay, MACHINE_STATES, noonOf, type MiningDay } from '../machine';
import { MiningSheet } from './MiningSheet';
import styles from '../machines.module.css';

type Row = MiningDay | Machine;
type View = Choice<'machines'>;

const views = byChoice<'machines'>({
  name: 'show',
  label: msg`Show`,
  all: msg`By day`,
  options: { machines: msg`Machines` },
});
const days = ofCall(miningDays);
const machines = ofCall(miningRecords);
const nameOf = (states: typeof MACHINE_STATES | typeof DAY_STATES) =>
  Object.fromEntries(Object.entries(states).map(([state, { name }]) => [state, name]));

const DAYS_FILE: RecordFile = {
  name: 'mining-days',
  columns: [
    timeColumn('day'),
    { title: msg`Machines`, field: 'machines', as: 'text', share: 10 },
    { title: msg`Hashrate, T`, field: 'hashrate', as: 'text', share: 12 },
    { title: msg`Output`, field: 'amount', as: 'figure', share: 18, unit: 'USDT', isSummed: true },
    { title: msg`Status`, field: 'status', as: 'text', share: 16, names: nameOf(DAY_STATES) },
    { title: msg`Mining receipts`, field: 'total.receipts', as: 'figure', share: 18, unit: 'USDT' },
  ],
};

const MACHINES_FILE: RecordFile = {
  name: 'machines',
  columns: [
    timeColumn('boughtAt'),
    { title: msg`Machine`, field: 'id', as: 'text', share: 9 },
    { title: msg`Hashrate, T`, field: 'hashrate', as: 'text', share: 10 },
    { title: msg`Price`, field: 'price', as: 'figure', share: 16, unit: 'USDT', isSummed: true },
    { title: msg`Tickets`, field: 'tickets', as: 'text', share: 8 },
    { title: msg`Output`, field: 'credited', as: 'figure', share: 16, unit: 'USDT', isSummed: true },
    { title: msg`Status`, field: 'status', as: 'text', share: 11, names: nameOf(MACHINE_STATES) },
    journalColumn(),
  ],
};

/** Mining records: what the account's machines have mined by day, and the machines themselves (docs/rules.md §6). */
const { Screen, ahead } = defineRecords<Row, View>({
  title: msg`Mining records`,
  path: paths.miningRecords,
  filters: { ...views, isNarrowed: () => false, Above: Summary },
  read: {
    useRead(view) {
      const byDay = days.useRead(null);
      const byMachine = machines.useRead(null);
      const { list, of } = view === 'machines' ? byMachine : byDay;
      return { list, of };
    },
    ahead: () => days.ahead(),
  },
  Row: ({ row, onOpen }: RecordRowProps<Row>) =>
    'day' in row ? <DayRow day={row} onOpen={onOpen} /> : <MachineRow machine={row} onOpen={onOpen} />,
  timeOf: (row) => ('day' in row ? noonOf(row.day) : row.boughtAt),
  useSheet: rowSheet(({ row, onClose }) => <MiningSheet row={row} onClose={onClose} />),
  file: (view) => (view === 'machines' ? MACHINES_FILE : DAYS_FILE),
  empty: {
    hint: (view) =>
      view === 'machines'
        ? msg`Machines that you buy appear here.`
        : msg`Each day on which your machines run appears here.`,
    action: { label: msg`Mining machines`, to: [paths.machines] },
  },
});
export { ahead };
export default Screen;

/** Sums above the list, and the choice of what it lists. */
function Summary(props: FilterProps<View>) {
  const { t } = useLingui();
  const locale = useLocale();
  const read = useCall(miningSummary, {});
  const { data } = read;
  const Chips = views.Above;
  return (
    <div className={styles['form']}>
      <ReadArea read={read} hasData={data !== undefined} skeleton="card">
        {data && (
          <Card>
            <div className={styles['form']}>
              <div className={styles['total']}>
                <span className={styles['meta']}>
                  <Trans>Output so far</Trans>
                </span>
                <Amount value={data.credited} asset="USDT" change unit />
              </div>
              <KeyValue
                rows={[
                  {
                    label: <Plural value={data.running} one="# running machine" other="# running machines" />,
                    value: <span className="rab-num">{formatCount(data.hashrate, locale)} T</span>,
                  },
                  ...(/[1-9]/.test(data.pending)
                    ? [{ label: t`Pending credit`, value: fullAmount(data.pending) }]
                    : []),
                  {
                    label: t`Latest receipts (UTC)`,
                    value: data.latest ? formatUtcDay(data.latest.day, locale) : t`None recorded yet`,
                  },
                ]}
              />
            </div>
          </Card>
        )}
      </ReadArea>
      {Chips && <Chips {...props} />}
    </div>
  );
}

function DayRow({ day, onOpen }: { day: MiningDay; onOpen: (row: Row) => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { name, tag } = DAY_STATES[day.status];
  return (
    <RecordRow
      title={formatUtcDay(day.day, locale)}
      figure={day.total ? <Amount value={day.amount} asset="USDT" precision="full" change unit /> : '–'}
      below={
        <>
          <Plural value={day.machines} one="# machine" other="# machines" /> · {formatCount(day.hashrate, locale)} T
        </>
      }
      aside={<StatusTag kind={tag}>{t(name)}</StatusTag>}
      onOpen={() => onOpen(day)}
    />
  );
}

function MachineRow({ machine, onOpen }: { machine: Machine; onOpen: (row: Row) => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { name, tag } = MACHINE_STATES[machine.status];
  const end = formatUtcDay(machine.endsAt - 1, locale);
  return (
    <RecordRow
      title={`${formatCount(machine.hashrate, locale)} T`}
      figure={<Amount value={machine.credited} asset="USDT" precision="full" change unit />}
      below={machine.status === 'ended' ? <Trans>ended {end}</Trans> : <Trans>ends {end}</Trans>}
      aside={<StatusTag kind={tag}>{t(name)}</StatusTag>}
      onOpen={() => onOpen(machine)}
    />
  );
}
