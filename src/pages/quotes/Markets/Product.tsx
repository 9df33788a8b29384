import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import {
  productQuote,
  QUOTE_INTERVALS,
  SIMULATED,
  type ProductQuote,
  type QuoteInterval,
} from '../../../../contract/calls/quotes';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { NavBar } from '../../../components/NavBar';
import { Percent } from '../../../components/Percent';
import { Segmented } from '../../../components/Segmented';
import { StatusTag } from '../../../components/StatusTag';
import { amountSign } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLivePrices } from '../live-prices';
import { PriceAge, PriceSource, usePriceAge } from '../PriceAge';
import { formatPrice, INTERVAL_NAMES, pairOf, withLive, withPrice } from '../quote';
import { withOwnAges } from '../useQuotes';
import { Chart } from './Chart';
import styles from './Markets.module.css';
import { ToLookAt } from './ToLookAt';

const DEFAULT_INTERVAL: QuoteInterval = '1h';
const AGE_EVERY_MS = 1_000;

/** One product: its price with source and age, the figures of 24 hours, and the chart. */
export function Product({ id }: { id: string }) {
  const { t } = useLingui();
  const { back, replace } = useNavigation();
  const asked = useQuery('interval');
  const interval = QUOTE_INTERVALS.find((one) => one === asked) ?? DEFAULT_INTERVAL;
  const read = useCall(productQuote, { id, interval });
  const live = useLivePrices().get(id);
  const { data } = read;
  const quote = useMemo(() => data && withLive(data.quote, live), [data, live]);
  const candles = useMemo(() => data && quote && withPrice(data.candles, quote, data.interval), [data, quote]);
  const own = withOwnAges(read);
  return (
    <>
      <NavBar title={quote ? pairOf(quote) : id.replace('-', '/')} onBack={back} />
      <div className={styles['page']}>
        <ReadStamp read={own} />
        {quote && <Latest quote={quote} />}
        <Segmented
          label={t`Length of a candle`}
          options={QUOTE_INTERVALS.map((value) => ({ value, label: t(INTERVAL_NAMES[value]) }))}
          value={interval}
          onChange={(value) => replace(paths.markets, { id, interval: value })}
        />
        <ReadArea read={own} hasData={data !== undefined} skeleton="card">
          {quote && candles && <Chart key={interval} quote={quote} candles={candles} interval={interval} />}
        </ReadArea>
        <ToLookAt />
      </div>
    </>
  );
}

/** The price, its change and where it comes from; grey when it is old. */
function Latest({ quote }: { quote: ProductQuote }) {
  const locale = useLocale();
  const { price, change, moved, open, high, low, at, source, decimals } = quote;
  const { ageMs, isOld } = usePriceAge(at, AGE_EVERY_MS);
  const figure = (value: string) => formatPrice(value, decimals, locale);
  const sign = amountSign(moved);
  const direction = sign === 0 ? 'flat' : sign > 0 ? 'up' : 'down';
  return (
    <section data-moving data-old={isOld || undefined} className={styles['latest']}>
      <p key={price} className={`rab-num ${styles['price']}`}>
        {figure(price)}
      </p>
      <p className={styles['change']}>
        <Percent value={change} arrow chip />
        <span className={`rab-num ${styles[direction]}`}>
          {sign > 0 && '+'}
          {figure(moved)}
        </span>
        {source === SIMULATED ? (
          <StatusTag kind="neutral">
            <PriceSource source={source} />
          </StatusTag>
        ) : (
          <span className={styles['meta']}>{source}</span>
        )}
        <span className={styles['meta']}>
          <PriceAge at={at} ageMs={ageMs} />
        </span>
      </p>
      <dl className={styles['day']}>
        <div>
          <dt>
            <Trans>24 h ago</Trans>
          </dt>
          <dd className="rab-num">{figure(open)}</dd>
        </div>
        <div>
          <dt>
            <Trans>24 h high</Trans>
          </dt>
          <dd className="rab-num">{figure(high)}</dd>
        </div>
        <div>
          <dt>
            <Trans>24 h low</Trans>
          </dt>
          <dd className="rab-num">{figure(low)}</dd>
        </div>
      </dl>
    </section>
  );
}
