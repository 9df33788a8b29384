import { useLingui } from '@lingui/react/macro';
import type { RabOrder } from '../../../../contract/calls/otc-rab';
import type { AssetCode } from '../../../../contract/money';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import type { KeyValueRow } from '../../../components/KeyValue';
import { KeyValue } from '../../../components/KeyValue';
import { ProgressBar } from '../../../components/ProgressBar';
import { StatusTag } from '../../../components/StatusTag';
import { amountSign, formatRate } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { CopyRow } from '../TradeDetail/CopyRow';
import styles from '../TradeDetail/TradeDetail.module.css';
import { givenAsset, receivedAsset } from '../rab/arithmetic';
import { filledShare, ORDER_TAGS } from '../rab/order';

const full = (value: string, asset: AssetCode) => (
  <Amount value={value} asset={asset} precision="full" unit hideable={false} />
);

/** Shows how much of the order is filled, at which prices, and what it has cost and brought so far. */
export function FiguresCard({ order }: { order: RabOrder }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { side, status, quantity, filled, remaining, averagePrice, feeRate, fee, received, held } = order;
  const tag = ORDER_TAGS[status];
  const rate = formatRate(feeRate, locale);
  const price = (value: string) => <span className="rab-num">{`${limitText(value, locale)} USDT/RAB`}</span>;
  const time = (ms: number) => <span className="rab-num">{formatDateTime(ms, { locale })}</span>;
  const rows: KeyValueRow[] = [
    { label: t`Price`, value: price(order.price) },
    { label: t`Guide price then`, value: price(order.guidePrice) },
    { label: t`Quantity`, value: full(quantity, 'RAB') },
    { label: t`Filled`, value: full(filled, 'RAB'), strong: true },
    ...(averagePrice === null ? [] : [{ label: t`Average price`, value: price(averagePrice) }]),
    ...(amountSign(remaining) > 0 ? [{ label: t`Waits`, value: full(remaining, 'RAB') }] : []),
    ...(amountSign(held) > 0 ? [{ label: t`Set aside`, value: full(held, givenAsset(side)) }] : []),
    ...(order.deposit === null
      ? []
      : [{ label: t`Lost when the rest is not posted`, value: full(order.deposit, 'USDT') }]),
    { label: t`Fee ${rate}`, value: full(fee, 'USDT') },
    { label: t`Received`, value: full(received, receivedAsset(side)) },
    ...(status === 'pending-match' && !order.canSplit
      ? [{ label: t`Parts`, value: t`Filled whole by one order, or not at all` }]
      : []),
    { label: t`Placed on`, value: time(order.createdAt) },
    ...(status === 'pending-match' ? [{ label: t`Ends by itself`, value: time(order.expiresAt) }] : []),
  ];
  return (
    <Card
      title={side === 'buy' ? t`Buy RAB` : t`Sell RAB`}
      aside={<StatusTag kind={tag.kind}>{t(tag.name)}</StatusTag>}
    >
      <ProgressBar value={Number(filledShare(order))} label={t`Filled`} />
      <KeyValue rows={rows} />
      <dl className={styles['rows']}>
        <CopyRow label={t`Order number`} value={<span className="rab-num">{order.id}</span>} copy={order.id} />
      </dl>
    </Card>
  );
}
