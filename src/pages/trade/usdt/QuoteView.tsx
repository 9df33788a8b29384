import { Trans, useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import { Button } from '../../../components/Button';
import { KeyValue } from '../../../components/KeyValue';
import { Fiat } from '../parts/Fiat';
import { isAboutForm, useUsdtRefusal } from './useRefused';
import type { useOfferQuote } from './useOfferQuote';
import styles from './sheets.module.css';
import { useQuoteRows } from './useQuoteRows';

interface QuoteViewProps {
  live: ReturnType<typeof useOfferQuote>;
  isBuying: boolean;
  isPlacing: boolean;
}

/** What one would receive and what it costs, as one types; a dash holds the place until there is a quote. */
export function QuoteView({ live, isBuying, isPlacing }: QuoteViewProps) {
  const { t } = useLingui();
  const quoteRows = useQuoteRows();
  const refusal = useUsdtRefusal();
  const { quote, error, retry } = live;
  return (
    <>
      <div className={styles['receive']}>
        <p className={styles['label']}>{isPlacing ? t`You receive when all of it is taken` : t`You receive`}</p>
        <p className={styles['figure']}>
          {quote === null ? (
            <span className={styles['dash']}>–</span>
          ) : isBuying ? (
            <Amount value={quote.received} asset="USDT" precision="full" unit hideable={false} />
          ) : (
            <Fiat value={quote.received} fiat={quote.fiat} />
          )}
        </p>
      </div>
      {quote !== null && <KeyValue rows={quoteRows(quote, { isPlacing })} />}
      {error !== null && !isAboutForm(error) && (
        <div className={styles['failed']} role="alert">
          <span>{refusal(error)}</span>
          <Button variant="soft" size="small" onClick={() => void retry()}>
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
