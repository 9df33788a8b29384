import { Trans } from '@lingui/react/macro';
import type { ExchangeQuote } from '../../../../contract/calls/wallet';
import type { AssetCode } from '../../../../contract/money';
import { Amount } from '../../../components/Amount';
import { Ring } from '../../../components/Ring';
import { useCountdown } from '../../../components/useCountdown';
import type { HeldQuote } from '../../../money/useQuote';
import styles from './Exchange.module.css';

/** Shows the amount that the person would receive, and how long the quote holds; without a quote a dash holds its place. */
export function QuoteView({ held, asset }: { held: HeldQuote<ExchangeQuote> | null; asset: AssetCode }) {
  const secondsLeft = useCountdown(held?.untilMs ?? null);
  return (
    <div className={styles['receive']}>
      <p className={styles['label']}>
        <Trans>You receive</Trans>
      </p>
      <p className={styles['received']}>
        {held ? (
          <Amount value={held.quote.received} asset={asset} precision="full" unit size="large" hideable={false} />
        ) : (
          <span className={styles['dash']}>– {asset}</span>
        )}
      </p>
      <p className={styles['term']}>
        {held !== null && (
          <>
            <Ring value={(secondsLeft * 1000) / held.quote.validMs} size={20} />
            {secondsLeft > 0 ? <Trans>Quote holds for {secondsLeft} s</Trans> : <Trans>Getting a new quote</Trans>}
          </>
        )}
      </p>
    </div>
  );
}
