import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ExchangeRecord } from '../../../contract/calls/wallet';
import { Amount } from '../../components/Amount';
import type { KeyValueRow } from '../../components/KeyValue';
import { formatRate, plainAmount } from '../../format/amount';
import { formatTime } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import { SOURCE_NAMES } from './exchange';
import styles from './PriceRows.module.css';

/** USDT per RAB, with all its digits. */
function PerRab({ price, note }: { price: string; note?: ReactNode }) {
  return (
    <span>
      <Trans>
        1 RAB = <Amount value={plainAmount(price)} asset="USDT" precision="full" unit hideable={false} />
      </Trans>
      {note !== undefined && <span className={styles['note']}>{note}</span>}
    </span>
  );
}

/** Explains the rate: the guide price with its source and time, the spread, the rate. */
export function usePriceRows(): (
  terms: Pick<ExchangeRecord, 'guidePrice' | 'spread'> & { rate: string | null },
) => KeyValueRow[] {
  const { t } = useLingui();
  const locale = useLocale();
  return ({ guidePrice: { price, source, asOf }, spread, rate }) => {
    const time = formatTime(asOf, { locale });
    const sourceName = t(SOURCE_NAMES[source]);
    return [
      { label: t`Guide price`, value: <PerRab price={price} note={`${sourceName} · ${time}`} /> },
      { label: t`Spread`, value: <span className="rab-num">{formatRate(spread, locale)}</span> },
      {
        label: t`Rate, spread included`,
        value: rate === null ? <span className={styles['dash']}>–</span> : <PerRab price={rate} />,
        strong: true,
      },
    ];
  };
}
