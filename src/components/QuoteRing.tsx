import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from './Button';
import styles from './QuoteRing.module.css';
import { Ring } from './Ring';

/** A quote that the server keeps for a limited time (15 s). */
export interface QuoteTerm {
  expiresAtMs: number;
  totalMs: number;
  onRequote: () => void;
  busy?: boolean;
}

/** Shows as ring and text how long the quote still holds. When it has expired, the person asks for a new one: never silently. */
export function QuoteRing({ quote, secondsLeft }: { quote: QuoteTerm; secondsLeft: number }) {
  const expired = secondsLeft === 0;
  const button = useRef<HTMLButtonElement>(null);
  // The keypad disappears with the quote, so the focus must not fall out of the sheet.
  useEffect(() => {
    if (expired) button.current?.focus();
  }, [expired]);
  if (expired) {
    return (
      <div className={styles['quote']} role="status">
        <span className={styles['text']}>
          <Trans>This quote has expired</Trans>
        </span>
        <Button ref={button} variant="soft" size="small" loading={quote.busy} onClick={quote.onRequote}>
          <Trans>New quote</Trans>
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['quote']}>
      <span className={styles['text']}>
        <Trans>Quote holds for {secondsLeft} s</Trans>
      </span>
      <Ring value={(secondsLeft * 1000) / quote.totalMs} size={32} />
    </div>
  );
}
