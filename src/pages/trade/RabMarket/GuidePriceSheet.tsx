import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OtcFigures } from '../../../../contract/calls/otc-market';
import { rabGuideHistory } from '../../../../contract/calls/otc-rab';
import { useCall } from '../../../bridge/useCall';
import { DataTable } from '../../../components/DataTable';
import { Amount } from '../../../components/Amount';
import { Button } from '../../../components/Button';
import { EmptyState } from '../../../components/EmptyState';
import { KeyValue } from '../../../components/KeyValue';
import { Segmented } from '../../../components/Segmented';
import { Sheet } from '../../../components/Sheet';
import { formatRate } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { Candles } from './Candles';
import type { Candle } from './candles';
import styles from './GuidePriceSheet.module.css';
import { usePriceText, useSpanSentence } from './usePriceText';

type Period = '24h' | '7d' | '30d';

interface GuidePriceSheetProps {
  open: boolean;
  onClose: () => void;
  market: OtcFigures['rab'];
}

/** Explains the source of the guide price, and shows the prices at which RAB was traded. */
export function GuidePriceSheet({ open, onClose, market }: GuidePriceSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Guide price`}>
      {open && <Content market={market} />}
    </Sheet>
  );
}

function Content({ market }: { market: OtcFigures['rab'] }) {
  const { t } = useLingui();
  const locale = useLocale();
  const price = usePriceText();
  const { guidePrice, volume, band } = market;
  const [lowest, highest] = [price(market.lowest), price(market.highest)];
  const isTraded = guidePrice.source === 'trades';
  const width = formatRate(band, locale);
  return (
    <div className={styles['content']}>
      <KeyValue
        rows={[
          { label: t`Price`, value: `${price(guidePrice.price)} USDT`, strong: true },
          { label: t`Source`, value: isTraded ? t`Trades of the last 24 h` : t`The operator’s reference price` },
          { label: t`As of`, value: formatDateTime(guidePrice.asOf, { locale }) },
          { label: t`Traded in 24 h`, value: <Amount value={volume} asset="RAB" unit hideable={false} /> },
        ]}
      />
      <p className={styles['note']}>
        {isTraded ? (
          <Trans>
            It is the median of the last 24 hours’ trades, five minutes by five minutes, in which no one person counts
            for more than a tenth.
          </Trans>
        ) : (
          <Trans>
            In the last 24 hours too few people traded independently of each other, so the operator’s price stands in.
          </Trans>
        )}{' '}
        <Trans>
          Orders may differ from it by at most {width}: now from {lowest} to {highest}.
        </Trans>
      </p>
      <History />
    </div>
  );
}

function History() {
  const { t } = useLingui();
  const [period, setPeriod] = useState<Period>('24h');
  const [isTable, setTable] = useState(false);
  const read = useCall(rabGuideHistory, { period });
  const candles = read.data?.candles ?? [];
  const sentence = useSpanSentence(candles);
  return (
    <>
      <Segmented
        label={t`Period`}
        options={[
          { value: '24h', label: t`24 h` },
          { value: '7d', label: t`7 d` },
          { value: '30d', label: t`30 d` },
        ]}
        value={period}
        onChange={setPeriod}
      />
      <ReadArea
        read={read}
        hasData={read.data !== undefined}
        skeleton="card"
        empty={candles.length === 0 ? <EmptyState hint={t`No trades in this time.`} /> : undefined}
      >
        {isTable ? <Table candles={candles} /> : <Candles candles={candles} label={sentence} isLarge />}
        <Button block variant="plain" size="small" onClick={() => setTable(!isTable)}>
          {isTable ? <Trans>View as chart</Trans> : <Trans>View as table</Trans>}
        </Button>
      </ReadArea>
    </>
  );
}

function Table({ candles }: { candles: readonly Candle[] }) {
  const locale = useLocale();
  const price = usePriceText();
  return (
    <div className={styles['scroller']}>
      <DataTable
        size="micro"
        columns={[
          { key: 'time', title: <Trans>Time</Trans> },
          { key: 'open', title: <Trans>Open</Trans> },
          { key: 'high', title: <Trans>High</Trans> },
          { key: 'low', title: <Trans>Low</Trans> },
          { key: 'close', title: <Trans>Close</Trans> },
        ]}
        rows={candles.toReversed().map(({ at, open, high, low, close }) => ({
          key: at,
          head: formatDateTime(at, { locale }),
          lines: [{ open: price(open), high: price(high), low: price(low), close: price(close) }],
        }))}
      />
    </div>
  );
}
