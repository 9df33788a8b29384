import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { rabBuyOrders, rabSellOrders, type RabOrder } from '../../../../contract/calls/otc-rab';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { StatusTag } from '../../../components/StatusTag';
import { formatRate } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { defineRecords, type RecordSheet, type RecordRowProps } from '../../records/define-records';
import { RecordRow } from '../../records/MonthlyRecords';
import { timeColumn } from '../../records/RecordExport/file';
import { byOrder, namesOf, NO_ORDERS_LIKE_THIS, ofSides, SIDE_NAMES } from '../parts/own-orders';
import { filledShare, ORDER_TAGS } from '../rab/order';

/** One's own orders of the RAB market, by side and status (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`My RAB orders`,
  path: paths.myRabOrders,
  filters: byOrder(ORDER_TAGS),
  read: ofSides<typeof rabBuyOrders | typeof rabSellOrders>({ buy: rabBuyOrders, sell: rabSellOrders }),
  Row,
  timeOf: ({ createdAt }) => createdAt,
  rowHeight: 68,
  useSheet,
  file: ({ side }) => ({
    name: `rab-orders-${side}`,
    columns: [
      timeColumn('createdAt'),
      { title: msg`Order`, field: 'id', as: 'text', share: 9 },
      { title: msg`Side`, field: 'side', as: 'text', share: 8, names: SIDE_NAMES },
      { title: msg`Price`, field: 'price', as: 'figure', share: 14, unit: 'USDT' },
      { title: msg`Quantity`, field: 'quantity', as: 'figure', share: 17, unit: 'RAB' },
      { title: msg`Filled`, field: 'filled', as: 'figure', share: 17, unit: 'RAB', isSummed: true },
      { title: msg`Average price`, field: 'averagePrice', as: 'figure', share: 14, unit: 'USDT' },
      { title: msg`Fee`, field: 'fee', as: 'figure', share: 13, unit: 'USDT', isSummed: true },
      { title: msg`Status`, field: 'status', as: 'text', share: 13, names: namesOf(ORDER_TAGS) },
    ],
  }),
  empty: {
    hint: ({ side }) =>
      side === 'buy' ? msg`Your orders to buy RAB appear here.` : msg`Your orders to sell RAB appear here.`,
    action: { label: msg`To the RAB market`, to: [paths.trade] },
    narrowed: NO_ORDERS_LIKE_THIS,
  },
});
export { ahead };
export default Screen;

/** An order has a page of its own. */
function useSheet(): RecordSheet<RabOrder> {
  const { open } = useNavigation();
  return { open: ({ id }) => open(paths.otcOrder, { id, market: 'rab' }), view: null };
}

function Row({ row: order, onOpen }: RecordRowProps<RabOrder>) {
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
          {t(SIDE_NAMES[side])} <Amount value={quantity} asset="RAB" precision="full" unit hideable={false} />
        </>
      }
      figure={<StatusTag kind={tag.kind}>{t(tag.name)}</StatusTag>}
      below={t`${share} filled · ${time}`}
      aside={t`at ${each}`}
      onOpen={() => onOpen(order)}
    />
  );
}
