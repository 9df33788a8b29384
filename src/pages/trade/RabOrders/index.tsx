import { useLingui } from '@lingui/react/macro';
import { meBuyList, meSellList, type RabOrder } from '../../../../contract/calls/otc-rab';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { readListAhead } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { StatusTag } from '../../../components/StatusTag';
import { formatRate } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit';
import { RecordRow } from '../../records/MonthlyRecords';
import { OwnOrders } from '../parts/OwnOrders';
import { useOwnOrders } from '../parts/useOwnOrders';
import { filledShare, ORDER_TAGS } from '../rab/order';
import { RAB_ORDERS_FILE } from '../file';

const CALLS = { buy: meBuyList, sell: meSellList } as const;

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(meBuyList, {});
}

/** One's own orders of the RAB market, by side and status (docs/screens.md). */
export default function RabOrders() {
  const { t } = useLingui();
  const { open } = useNavigation();
  const orders = useOwnOrders(paths.myRabOrders, CALLS);
  return (
    <OwnOrders
      title={t`My RAB orders`}
      file={RAB_ORDERS_FILE}
      orders={orders}
      tags={ORDER_TAGS}
      empty={{
        buy: t`Your orders to buy RAB appear here.`,
        sell: t`Your orders to sell RAB appear here.`,
        toMarket: t`To the RAB market`,
      }}
      renderRow={(order) => <Row order={order} onOpen={() => open(paths.otcOrder, { id: order.id, market: 'rab' })} />}
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
