import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { withdrawList, type Withdrawal, type WithdrawalStatus } from '../../../../contract/calls/withdrawals';
import { useNavigation, useQuery } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { EmptyState } from '../../../components/EmptyState';
import { shortAddress } from '../../../format/address';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLoadMore } from '../../read/useLoadMore';
import { useOpenRow } from '../../read/useOpenRow';
import { useRepeated } from '../../read/useRepeated';
import { ChipRadios, FilterRow } from '../../records/FilterChips';
import { MonthlyRecords, RecordRow } from '../../records/MonthlyRecords';
import { pollMs } from '../withdrawal';
import { WithdrawalSheet } from '../WithdrawalSheet';
import { WithdrawalTag } from '../WithdrawalTag';
import { CancelQuestion } from './CancelQuestion';
import { WITHDRAWALS_FILE } from '../file';

type Filter = 'all' | WithdrawalStatus;

/** The filter that the link names; anything else is all. */
function filterOf(query: string | undefined): Filter {
  return query === 'pending' || query === 'failed' || query === 'success' ? query : 'all';
}

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(withdrawList, {});
}

/** Withdrawals by state, with how far each is; `?id=` opens one (docs/screens.md). */
export default function WithdrawalRecords() {
  const { t } = useLingui();
  const locale = useLocale();
  const { open, replace } = useNavigation();
  const status = filterOf(useQuery('status'));
  const query = status === 'all' ? {} : { status };
  const list = useListCall(withdrawList, query);
  const end = useLoadMore(list);
  useRepeated(list.refresh, pollMs(list.items));
  const sheet = useOpenRow(list, end, hrefTo(paths.withdrawals, query).slice(1));
  const [asked, setAsked] = useState<Withdrawal | null>(null);
  const filter = (next: Filter) => replace(paths.withdrawals, next === 'all' ? {} : { status: next });
  return (
    <>
      <MonthlyRecords
        title={t`Withdrawals`}
        list={list}
        end={end}
        exported={{ file: WITHDRAWALS_FILE, call: withdrawList, filters: query }}
        timeOf={(withdrawal) => withdrawal.createdAt}
        above={<StateFilter value={status} onChange={filter} />}
        renderRow={(withdrawal) => (
          <RecordRow
            title={<Amount value={withdrawal.amount} asset="USDT" precision="full" unit />}
            figure={<WithdrawalTag withdrawal={withdrawal} />}
            below={formatDateTime(withdrawal.createdAt, { locale })}
            aside={targetName(withdrawal)}
            onOpen={() => sheet.open(withdrawal.id)}
          />
        )}
        empty={
          status === 'all' ? (
            <EmptyState
              hint={t`What you withdraw appears here, from the moment you ask for it.`}
              action={{ label: t`Withdraw USDT`, onClick: () => open(paths.withdraw) }}
            />
          ) : (
            <EmptyState
              hint={t`There are no withdrawals in this state.`}
              filtered
              action={{ label: t`Clear filters`, onClick: () => filter('all') }}
            />
          )
        }
      />
      <WithdrawalSheet
        open={sheet.row !== null && asked === null}
        withdrawal={sheet.row}
        onClose={sheet.close}
        onCancel={() => setAsked(sheet.row)}
      />
      {asked && <CancelQuestion withdrawal={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Where it went, as briefly as a row allows; the record's sheet has it whole. */
function targetName({ target: { address, bankName, cardLast4 } }: Withdrawal): string {
  return address === null ? `${bankName ?? ''} •••• ${cardLast4 ?? ''}` : shortAddress(address);
}

function StateFilter({ value, onChange }: { value: Filter; onChange: (next: Filter) => void }) {
  const { t } = useLingui();
  return (
    <FilterRow>
      <ChipRadios
        label={t`Status`}
        value={value}
        onChange={onChange}
        options={[
          { value: 'all', label: t`All` },
          { value: 'pending', label: t`Pending approval` },
          { value: 'success', label: t`Success` },
          { value: 'failed', label: t`Failed` },
        ]}
      />
    </FilterRow>
  );
}
