import { Trans, useLingui } from '@lingui/react/macro';
import { Info } from 'lucide-react';
import { useState } from 'react';
import type { OtcFigures } from '../../../../contract/calls/otc-market';
import { rabGuideHistory } from '../../../../contract/calls/otc-rab';
import type { CallState } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { Percent } from '../../../components/Percent';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { Candles } from './Candles';
import type { Candle } from './candles';
import { GuidePriceSheet } from './GuidePriceSheet';
import styles from './GuidePriceCard.module.css';
import { usePriceText, useSpanSentence } from './usePriceText';

/** The guide price, its change, and the day's trades; a tap tells where it comes from. */
export function GuidePriceCard({ read }: { read: CallState<OtcFigures> }) {
  const [isAsked, setAsked] = useState(false);
  const { data } = read;
  return (
    <ReadArea read={read} hasData={data !== undefined} skeleton="hero">
      {data && (
        <Card>
          <Figures market={data.rab} onAsk={() => setAsked(true)} />
          <ReadStamp read={read} />
          <GuidePriceSheet open={isAsked} onClose={() => setAsked(false)} market={data.rab} />
        </Card>
      )}
    </ReadArea>
  );
}

/** Too few to show a course. */
const FEW = 2;

/** Returns the candles of the last day, or of the last month when the day has too few. */
function useRecentCandles(): readonly Candle[] {
  const day = useCall(rabGuideHistory, { period: '24h' }).data?.candles;
  const isQuiet = day !== undefined && day.length < FEW;
  const month = useCall(rabGuideHistory, { period: '30d' }, { enabled: isQuiet }).data?.candles;
  return (isQuiet ? month : day) ?? [];
}

function Figures({ market, onAsk }: { market: OtcFigures['rab']; onAsk: () => void }) {
  const { t } = useLingui();
  const price = usePriceText();
  const { guidePrice, change, high, low } = market;
  const candles = useRecentCandles();
  const sentence = useSpanSentence(candles);
  const [highest, lowest] = [high, low].map((one) => (one === null ? null : price(one)));
  return (
    <div className={styles['card']}>
      <div className={styles['figures']}>
        <button type="button" className={styles['ask']} onClick={onAsk} aria-label={t`About the guide price`}>
          <Trans>Guide price</Trans> · USDT/RAB
          <Info size={15} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <p className={styles['line']}>
          <strong key={guidePrice.price} className={styles['price']}>
            {price(guidePrice.price)}
          </strong>
          {change !== null && <Percent value={change} arrow chip />}
        </p>
        {guidePrice.source === 'reference' && (
          <p className={styles['span']}>
            <Trans>The operator’s reference price</Trans>
          </p>
        )}
        <p className={styles['span']}>
          {highest && lowest ? (
            <Trans>
              24 h high {highest} · low {lowest}
            </Trans>
          ) : (
            <Trans>No trades in 24 h</Trans>
          )}
        </p>
      </div>
      {candles.length >= FEW && (
        <div className={styles['candles']}>
          <Candles candles={candles} label={sentence} />
        </div>
      )}
    </div>
  );
}
