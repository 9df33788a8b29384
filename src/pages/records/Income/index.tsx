import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { incomeLog, incomeTypeList, INCOME_TYPES, type IncomeType } from '../../../../contract/calls/earnings';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { readAhead, useCall } from '../../../bridge/useCall';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { useSearch } from '../../../bridge/useSearch';
import type { ListCallState } from '../../../bridge/types';
import { Amount } from '../../../components/Amount';
import { EmptyState } from '../../../components/EmptyState';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLoadMore } from '../../read/useLoadMore';
import { useOpenRow } from '../../read/useOpenRow';
import { ChipRadios, FilterRow } from '../FilterChips';
import { MonthlyRecords, RecordRow } from '../MonthlyRecords';
import { SearchEndNote } from '../SearchProgress';
import { SOURCE_NAMES, STATUS_NAMES, sumsOf, TYPE_NAMES, type Income as IncomeRow } from './income';
import styles from './Income.module.css';
import { IncomeSheet } from './IncomeSheet';
import { INCOME_FILE } from './file';

type TypeChoice = IncomeType | 'all';

/** The list and the sums as they open. */
export function ahead(): Promise<unknown> {
  return Promise.all([readListAhead(incomeLog, {}), readAhead(incomeTypeList, {})]);
}

/** The whole list, or a search of one type through what the device keeps of it, so that every type is there offline, too. */
function useIncomes(type: TypeChoice) {
  const list = useListCall(incomeLog, {}, { enabled: type === 'all' });
  const search = useSearch(incomeLog, {}, type === 'all' ? {} : { tag: type }, { enabled: type !== 'all' });
  if (type === 'all') return { read: list, search: null };
  // A search that goes on has not found nothing yet.
  const isOpen = search.isSearching && search.items?.length === 0;
  const read: ListCallState<IncomeRow> = isOpen ? { ...search, items: undefined, isLoading: true } : search;
  return { read, search };
}

/** Income by type, with sums and months; each opens its lineage (docs/screens.md). */
export default function Income() {
  const { t } = useLingui();
  const locale = useLocale();
  const { replace } = useNavigation();
  const asked = useQuery('type');
  const type: TypeChoice = INCOME_TYPES.find((one) => one === asked) ?? 'all';
  const { read, search } = useIncomes(type);
  const end = useLoadMore(read);
  const sheet = useOpenRow(read, end, paths.income);
  return (
    <>
      <MonthlyRecords
        title={t`Income`}
        list={read}
        end={end}
        exported={{ file: INCOME_FILE, call: incomeLog, fields: type === 'all' ? {} : { type } }}
        timeOf={({ createdAt }) => createdAt}
        renderRow={({ id, amount, asset, createdAt, lineage, status, type: kind }) => (
          <RecordRow
            title={t(SOURCE_NAMES[lineage.source])}
            figure={<Amount value={amount} asset={asset} precision="full" change unit />}
            below={formatDateTime(createdAt, { locale })}
            aside={status === 'credited' ? t(TYPE_NAMES[kind]) : t(STATUS_NAMES[status])}
            onOpen={() => sheet.open(id)}
          />
        )}
        empty={<EmptyState hint={t`Interest, airdrops and other income appear here.`} filtered={type !== 'all'} />}
        above={
          <>
            <FilterRow>
              <ChipRadios<TypeChoice>
                label={t`Type`}
                value={type}
                onChange={(next) => replace(paths.income, next === 'all' ? {} : { type: next })}
                options={[
                  { value: 'all', label: t`All types` },
                  ...INCOME_TYPES.map((value) => ({ value, label: t(TYPE_NAMES[value]) })),
                ]}
              />
            </FilterRow>
            <Sums type={type} />
          </>
        }
        below={search && <SearchEndNote search={search} />}
      />
      <IncomeSheet income={sheet.row} onClose={sheet.close} />
    </>
  );
}

/** What the type has brought since the beginning, by asset. */
function Sums({ type }: { type: TypeChoice }) {
  const { data } = useCall(incomeTypeList, {});
  if (!data) return null;
  const { count, totals } = sumsOf(data.types, type);
  return (
    <section className={styles['sums']}>
      <span className={styles['label']}>
        <Trans>Total so far</Trans> · <Plural value={count} one="# record" other="# records" />
      </span>
      <span className={styles['totals']}>
        {totals.map(({ asset, amount }) => (
          <Amount key={asset} value={amount} asset={asset} precision="full" change unit />
        ))}
      </span>
    </section>
  );
}
