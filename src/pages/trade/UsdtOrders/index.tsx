import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { usdtPurchases, usdtSales } from '../../../../contract/calls/otc-usdt';
import type { UsdtOrder } from '../../../../contract/calls/otc-usdt-records';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { StatusTag } from '../../../components/StatusTag';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordSheet, type RecordRowProps } from '../../records/define-records';
import { RecordRow } from '../../records/MonthlyRecords';
import { timeColumn } from '../../records/RecordExport/file';
import { fiatText } from '../fiat';
import { Fiat } from '../parts/Fiat';
import { byOrder, namesOf, NO_ORDERS_LIKE_THIS, ofSides, SIDE_NAMES } from '../parts/own-orders';
import { OFFER_TAGS, STATE_TAGS } from '../trade';

/** One's own offers and trades of the USDT market, by side and status (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`My USDT orders`,
  path: paths.myUsdtOrders,
  filters: byOrder(OFFER_TAGS),
  read: ofSides<typeof usdtPurchases | typeof usdtSales>({ buy: usdtPurchases, sell: usdtSales }),
  Row,
  timeOf: ({ createdAt }) => createdAt,
  rowHeight: 68,
  useSheet,
  // Totals count completed trades only: an offer's traded part is in its trades.
  file: ({ side }) => ({
    name: `usdt-orders-${side}`,
    columns: [
      timeColumn('createdAt'),
      { title: msg`Order`, field: 'id', as: 'text', share: 9 },
      { title: msg`Kind`, field: 'kind', as: 'text', share: 9, names: { offer: msg`Offer`, trade: msg`Trade` } },
      { title: msg`Side`, field: 'side', as: 'text', share: 8, names: SIDE_NAMES },
      { title: msg`Trader`, field: 'counterparty.nickname', as: 'text', share: 14 },
      { title: msg`Price`, field: 'price', as: 'figure', share: 14, unitField: 'fiat' },
      { title: msg`Quantity`, field: 'quantity', as: 'figure', share: 16, unit: 'USDT', isSummed: true },
      { title: msg`Amount`, field: 'fiatAmount', as: 'figure', share: 18, unitField: 'fiat', isSummed: true },
      { title: msg`Currency`, field: 'fiat', as: 'text', share: 9 },
      { title: msg`Fee`, field: 'fee', as: 'figure', share: 13, unit: 'USDT', isSummed: true },
      {
        title: msg`Status`,
        field: ['state', 'status'],
        as: 'text',
        share: 13,
        names: { ...namesOf(OFFER_TAGS), ...namesOf(STATE_TAGS) },
      },
    ],
    counts: { field: 'state', values: ['completed'], name: STATE_TAGS.completed.name },
  }),
  empty: {
    hint: ({ side }) =>
      side === 'buy'
        ? msg`What you buy, and what you offer to buy, appears here.`
        : msg`What you sell, and what you offer to sell, appears here.`,
    action: { label: msg`To the USDT market`, to: [paths.trade, { market: 'usdt' }] },
    narrowed: NO_ORDERS_LIKE_THIS,
  },
});
export { ahead };
export default Screen;

/** Offers and trades have pages of their own. */
function useSheet(): RecordSheet<UsdtOrder> {
  const { open } = useNavigation();
  return {
    open: ({ kind, id }) => open(paths.otcOrder, kind === 'offer' ? { id, market: 'offer' } : { id }),
    view: null,
  };
}

function Row({ row: order, onOpen }: RecordRowProps<UsdtOrder>) {
  const { t } = useLingui();
  const locale = useLocale();
  const { side, quantity, price, fiat, createdAt } = order;
  const isOffer = order.kind === 'offer';
  const tag = isOffer ? OFFER_TAGS[order.status] : STATE_TAGS[order.state];
  const time = formatDateTime(createdAt, { locale });
  const each = `${fiatText(price, locale)} ${fiat}`;
  return (
    <RecordRow
      title={
        <>
          {t(SIDE_NAMES[side])} <Amount value={quantity} asset="USDT" precision="full" unit hideable={false} />
        </>
      }
      figure={<StatusTag kind={tag.kind}>{t(tag.name)}</StatusTag>}
      below={isOffer ? t`Offer · ${time}` : `${order.counterparty.nickname} · ${time}`}
      aside={isOffer ? t`at ${each}` : <Fiat value={order.fiatAmount} fiat={fiat} />}
      onOpen={() => onOpen(order)}
    />
  );
}
