import { Trans, useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { memo } from 'react';
import type { TeamMember } from '../../../../contract/calls/team';
import { Amount } from '../../../components/Amount';
import { Avatar } from '../../../components/Avatar';
import { EmptyState } from '../../../components/EmptyState';
import { Field } from '../../../components/Field';
import { SectionTitle } from '../../../components/SectionTitle';
import { StatusTag } from '../../../components/StatusTag';
import { VirtualList } from '../../../components/VirtualList';
import { formatCount } from '../../../format/amount';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLoadMore } from '../../read/useLoadMore';
import { ChipRadios, FilterRow } from '../../records/FilterChips';
import { SearchEndNote, SearchProgress } from '../../records/SearchProgress';
import { useSearchText } from '../../records/useSearchText';
import { levelName } from '../level';
import styles from './Members.module.css';
import { NO_FILTERS, useMemberFilters, useMembers, type MemberFilters, type MemberList } from './useMembers';

const ROW_HEIGHT = 64;

/** Generations 1 and 2, newest first; narrowed on the device, so offline too. @param count of the whole team */
export function Members({ count }: { count: number | undefined }) {
  const locale = useLocale();
  const { filters, show } = useMemberFilters();
  return (
    <section className={styles['members']}>
      <SectionTitle
        title={<Trans>Members</Trans>}
        note={count !== undefined && <Trans>{formatCount(count, locale)} in all generations</Trans>}
      />
      <MemberFilterFields filters={filters} show={show} />
      <MemberRows {...useMembers(filters)} onClear={() => show(NO_FILTERS)} />
    </section>
  );
}

interface FilterFieldsProps {
  filters: MemberFilters;
  show: (next: MemberFilters) => void;
}

function MemberFilterFields({ filters, show }: FilterFieldsProps) {
  const { t } = useLingui();
  const { text, setText } = useSearchText({ filters, show });
  return (
    <>
      <Field
        label={t`Search members`}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        prefix={<Search className={styles['lens']} size={18} strokeWidth={1.75} aria-hidden="true" />}
        placeholder={t`Name`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FilterRow>
        <ChipRadios
          label={t`Generation`}
          value={filters.generation}
          onChange={(generation) => show({ ...filters, generation })}
          options={[
            { value: 'all', label: t`All` },
            { value: '1', label: t`Generation 1` },
            { value: '2', label: t`Generation 2` },
          ]}
        />
      </FilterRow>
    </>
  );
}

function MemberRows({ list, search, onClear }: MemberList & { onClear: () => void }) {
  const { t } = useLingui();
  const end = useLoadMore(list);
  const isEmpty = list.items?.length === 0;
  // A search that has not looked at everything has not found nothing.
  const isLooking = isEmpty && search?.isSearching === true;
  const isOpen = isEmpty && search !== undefined && search.end !== 'complete';
  return (
    <>
      <ReadStamp read={list} />
      {search && <SearchProgress search={search} />}
      <ReadArea
        read={isLooking ? { ...list, isLoading: true } : list}
        hasData={list.items !== undefined && !isLooking}
        skeleton="rows"
        count={4}
        empty={
          isEmpty && !isOpen ? (
            <EmptyState
              filtered={search !== undefined}
              hint={search ? t`No member fits.` : t`Whoever registers with your code appears here.`}
              {...(search && { action: { label: t`Clear filters`, onClick: onClear } })}
            />
          ) : undefined
        }
      >
        {!isEmpty && (
          <VirtualList
            label={t`Members`}
            items={list.items ?? []}
            keyOf={({ id }) => id}
            rowHeight={ROW_HEIGHT}
            renderRow={renderRow}
            {...end}
          />
        )}
      </ReadArea>
      {search && <SearchEndNote search={search} />}
    </>
  );
}

const renderRow = (member: TeamMember) => <MemberRow member={member} />;

const MemberRow = memo(function MemberRow({ member }: { member: TeamMember }) {
  const locale = useLocale();
  const { name, level, generation, joinedAt, validCustody } = member;
  const joined = formatDate(joinedAt, { locale });
  return (
    <div className={styles['row']}>
      <Avatar image={null} name={name} size={34} />
      <div className={styles['who']}>
        <p className={styles['name']}>
          <span>{name}</span> <StatusTag kind={level > 0 ? 'progress' : 'neutral'}>{levelName(level)}</StatusTag>
        </p>
        <p className={styles['meta']}>
          {generation === '1' ? <Trans>Generation 1</Trans> : <Trans>Generation 2</Trans>} ·{' '}
          <Trans>joined {joined}</Trans>
        </p>
      </div>
      <div className={styles['custody']}>
        <p className={styles['figure']}>
          <Amount value={validCustody} asset="USDT" />
        </p>
        <p className={styles['meta']}>
          <Trans>Valid custody</Trans>
        </p>
      </div>
    </div>
  );
});
