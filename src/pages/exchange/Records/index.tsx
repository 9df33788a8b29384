import { useLingui } from '@lingui/react/macro';
import { exchangeList } from '../../../../contract/calls/wallet';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { EmptyState } from '../../../components/EmptyState';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLoadMore } from '../../read/useLoadMore';
import { useOpenRow } from '../../read/useOpenRow';
import { MonthlyRecords, RecordRow } from '../../records/MonthlyRecords';
import { ExchangeSheet } from '../ExchangeSheet';
import { EXCHANGES_FILE } from '../file';

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(exchangeList, {});
}

/** Every exchange, the newest first; `?id=` opens one (docs/screens.md). */
export default function ExchangeRecords() {
  const { t } = useLingui();
  const locale = useLocale();
  const { open } = useNavigation();
  const list = useListCall(exchangeList, {});
  const end = useLoadMore(list);
  const sheet = useOpenRow(list, end, paths.exchanges);
  return (
    <>
      <MonthlyRecords
        title={t`Exchanges`}
        list={list}
        end={end}
        exported={{ file: EXCHANGES_FILE, call: exchangeList }}
        timeOf={(exchange) => exchange.createdAt}
        renderRow={({ id, from, to, given, received, createdAt }) => (
          <RecordRow
            title={`${from} → ${to}`}
            figure={<Amount value={received} asset={to} precision="full" unit />}
            below={formatDateTime(createdAt, { locale })}
            aside={<Amount value={`-${given}`} asset={from} precision="full" unit />}
            onOpen={() => sheet.open(id)}
          />
        )}
        empty={
          <EmptyState
            hint={t`Your exchanges of RAB and USDT appear here.`}
            action={{ label: t`Exchange`, onClick: () => open(paths.exchange) }}
          />
        }
      />
      <ExchangeSheet exchange={sheet.row} onClose={sheet.close} />
    </>
  );
}
