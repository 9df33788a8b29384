import { useLingui } from '@lingui/react/macro';
import { meBuyList, meSellList, type RabOrder } from '../../../../contract/calls/otc';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { readListAhead } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { EmptyState } from '../../../components/EmptyState';
import { StatusTag } from '../../../components/StatusTag';
import { formatRate } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../money/limit';
import { MonthlyRecords, RecordRow } from '../../records/MonthlyRecords';
import { OrderFilterRow } from '../parts/OrderFilterRow';
import { useOwnOrders } from '../parts/useOwnOrders';
import { filledShare, ORDER_TAGS } from '../rab/order';

const CALLS = { buy: meBuyList, sell: meSellList } as const;

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(meBuyList, {});
}

/** One's own orders of the RAB market, by side and status (screens.md). */
export default function RabOrders() {
  const { t } = useLingui();
  const { open } = useNavigation();
  const { filters, list, end, show } = useOwnOrders(paths.myRabOrders, CALLS);
  const { side, status } = filters;
  return (
    <MonthlyRecords
      title={t`My RAB orders`}
      list={list}
      end={end}
      timeOf={({ createdAt }) => createdAt}
      rowHeight={68}
      above={
        <OrderFilterRow
          filters={filters}
          names={{
            'pending-match': t(ORDER_TAGS['pending-match'].name),
            'match-ended': t(ORDER_TAGS['match-ended'].name),
            completed: t(ORDER_TAGS.completed.name),
            cancelled: t(ORDER_TAGS.cancelled.name),
          }}
          onChange={show}
        />
      }
      renderRow={(order) => <Row order={order} onOpen={() => open(paths.otcOrder, { id: order.id, market: 'rab' })} />}
      empty={
        status === 'all' ? (
          <EmptyState
            hint={side === 'buy' ? t`Your orders to buy RAB appear here.` : t`Your orders to sell RAB appear here.`}
            action={{ label: t`To the RAB market`, onClick: () => open(paths.trade) }}
          />
        ) : (
          <EmptyState
            hint={t`There are no orders in this state.`}
            filtered
            action={{ label: t`Clear filters`, onClick: () => show({ side, status: 'all' }) }}
          />
        )
      }
    />
  );
}

function Row({ order, onOpen }: { order: RabOrder; onOpen: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { side, status, quantity, price, createdAt } = order;
  const tag = ORDER_TAGS[status];
  const each = `${limitText(price, locale)} USDT`;
  const time = formatDateTime(createdAt, { locale });
  const share = formatRate(filledShare(order), locale);
  return (
    <RecordRow
      title={
        <>
          {side === 'buy' ? t`Buy` : t`Sell`}{' '}
          <Amount value={quantity} asset="RAB" precision="full" unit hideable={false} />
        </>
      }
      figure={<StatusTag kind={tag.kind}>{t(tag.name)}</StatusTag>}
      below={t`${share} filled · ${time}`}
      aside={t`at ${each}`}
      onOpen={onOpen}
    />
  );
}
