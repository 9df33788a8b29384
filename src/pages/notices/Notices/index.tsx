import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { CheckCheck } from 'lucide-react';
import { memo, useCallback } from 'react';
import { tradingAccounts } from '../../../../contract/calls/profile';
import { toldNotices, type ToldNotice } from '../../../../contract/calls/telling';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useSignal } from '../../../bridge/signal';
import { useCall } from '../../../bridge/useCall';
import type { ListCallState } from '../../../bridge/types';
import { readListAhead } from '../../../bridge/useListCall';
import { EmptyState } from '../../../components/EmptyState';
import { IconButton } from '../../../components/IconButton';
import { NavBar } from '../../../components/NavBar';
import { useAccountName } from '../../../components/useAccountName';
import { VirtualList } from '../../../components/VirtualList';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { CATEGORY_NAMES, type NoticeCategory } from '../../../telling/categories';
import { isMarked, markRead, readMarks } from '../../../telling/read-marks';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLoadMore } from '../../read/useLoadMore';
import { byChoice, type Choice } from '../../records/filters';
import { SearchEndNote } from '../../records/SearchProgress';
import { useNarrowedList } from '../../records/useNarrowedList';
import { NoticeRow } from './NoticeRow';
import styles from './Notices.module.css';

const { useFilters, queryOf, cleared, Above } = byChoice<NoticeCategory>({
  name: 'category',
  label: msg`Category`,
  options: CATEGORY_NAMES,
});

const filtersOf = (choice: Choice<NoticeCategory>) => (choice === 'all' ? {} : { category: choice });

/** Reads ahead what the screen shows first. */
export function ahead(): Promise<void> {
  return readListAhead(toldNotices, {});
}

/** The notice centre: everything that the person was told, by day; a tap opens the thing itself (docs/rules.md §13). */
export default function Notices() {
  const { t } = useLingui();
  const { back, replace } = useNavigation();
  const choice = useFilters();
  const { list, search } = useNarrowedList(toldNotices, filtersOf(choice));
  const end = useLoadMore(list);
  const newest = list.items?.[0];
  const show = useCallback((next: Choice<NoticeCategory>) => replace(paths.notices, queryOf(next)), [replace]);
  const isEmpty = list.items?.length === 0;
  // Older ones that the device does not keep may fit.
  const isOpen = search !== undefined && search.end !== 'complete';
  return (
    <>
      <NavBar
        title={t`Notifications`}
        onBack={back}
        actions={
          <IconButton
            label={t`Mark all as read`}
            icon={<CheckCheck size={22} strokeWidth={1.75} />}
            disabled={newest === undefined}
            onClick={() => newest && markRead({ until: newest.at })}
          />
        }
      />
      <div className={styles['page']}>
        {Above && <Above filters={choice} show={show} />}
        <ReadStamp read={list} />
        <ReadArea
          read={list}
          hasData={list.items !== undefined}
          skeleton="rows"
          count={6}
          empty={isEmpty && !isOpen ? <Nothing choice={choice} onClear={() => show(cleared(choice))} /> : undefined}
        >
          {!isEmpty && <Days key={choice} list={list} end={end} />}
        </ReadArea>
        {search && <SearchEndNote search={search} />}
      </div>
    </>
  );
}

function Nothing({ choice, onClear }: { choice: Choice<NoticeCategory>; onClear: () => void }) {
  const { t } = useLingui();
  const hint = t`What happens to your money, orders and account is listed here.`;
  if (choice === 'all') return <EmptyState hint={hint} />;
  return <EmptyState hint={hint} filtered action={{ label: t`Show all`, onClick: onClear }} />;
}

/** Names a day of the device's zone; without spaces, since keys of rows have none. */
function dayKey({ at }: ToldNotice): string {
  const day = new Date(at);
  return `${day.getFullYear()}-${day.getMonth()}-${day.getDate()}`;
}

interface DaysProps {
  list: ListCallState<ToldNotice>;
  end: ReturnType<typeof useLoadMore>;
}

const Days = memo(function Days({ list, end }: DaysProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const marks = useSignal(readMarks);
  const otherName = useOtherName();
  const renderGroup = useCallback(({ at }: ToldNotice) => ({ label: formatDate(at, { locale }) }), [locale]);
  const renderRow = useCallback(
    (notice: ToldNotice) => (
      <NoticeRow
        notice={notice}
        isRead={notice.isRead || isMarked(notice, marks)}
        account={otherName(notice.accountId)}
      />
    ),
    [marks, otherName],
  );
  return (
    <VirtualList
      label={t`Notifications`}
      items={list.items ?? []}
      keyOf={(row) => row.id}
      rowHeight={68}
      renderRow={renderRow}
      groupOf={dayKey}
      renderGroup={renderGroup}
      {...end}
      onRefresh={list.refresh}
    />
  );
});

/** Names an account that is not the one shown; null for that one, and for what is about the person. */
function useOtherName(): (accountId: string | null | undefined) => string | null {
  const { data } = useCall(tradingAccounts, {});
  const nameOf = useAccountName();
  return useCallback(
    (accountId) => {
      const account = data?.accounts.find(({ id }) => id === accountId);
      return account && !account.isCurrent ? nameOf(account) : null;
    },
    [data, nameOf],
  );
}
