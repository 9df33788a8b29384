import { useLingui } from '@lingui/react/macro';
import { rechargeList } from '../../../../contract/calls/wallet';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { EmptyState } from '../../../components/EmptyState';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLoadMore } from '../../read/useLoadMore';
import { useOpenRow } from '../../read/useOpenRow';
import { useRepeated } from '../../read/useRepeated';
import { MonthlyRecords, RecordRow } from '../../records/MonthlyRecords';
import { isMoving, LIVE_MS } from '../deposit';
import { DepositSheet } from '../DepositSheet';
import { DepositTag } from '../DepositTag';
import { NetworkName } from '../NetworkName';
import { DEPOSITS_FILE } from '../file';

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(rechargeList, {});
}

/** Every deposit, the newest first, with how far it is; `?id=` opens one (docs/screens.md). */
export default function DepositRecords() {
  const { t } = useLingui();
  const locale = useLocale();
  const { open } = useNavigation();
  const list = useListCall(rechargeList, {});
  const end = useLoadMore(list);
  useRepeated(list.refresh, list.items?.some(isMoving) ? LIVE_MS : null);
  const sheet = useOpenRow(list, end, paths.deposits);
  return (
    <>
      <MonthlyRecords
        title={t`Deposits`}
        list={list}
        end={end}
        exported={{ file: DEPOSITS_FILE, call: rechargeList }}
        timeOf={(deposit) => deposit.seenAt}
        renderRow={(deposit) => (
          <RecordRow
            title={<Amount value={deposit.amount} asset="USDT" precision="full" unit />}
            figure={<DepositTag deposit={deposit} />}
            below={formatDateTime(deposit.seenAt, { locale })}
            aside={<NetworkName network={deposit} />}
            onOpen={() => sheet.open(deposit.id)}
          />
        )}
        empty={
          <EmptyState
            hint={t`What is sent to your deposit addresses appears here, from its first block on.`}
            action={{ label: t`Deposit USDT`, onClick: () => open(paths.deposit) }}
          />
        }
      />
      <DepositSheet deposit={sheet.row} onClose={sheet.close} />
    </>
  );
}
