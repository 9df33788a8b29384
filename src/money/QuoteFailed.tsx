import { Trans } from '@lingui/react/macro';
import { Button } from '../components/Button';
import styles from './QuoteFailed.module.css';

interface QuoteFailedProps {
  /** The reason why there is no quote; undefined when there is nothing to tell here. */
  text: string | undefined;
  onRetry: () => void;
}

/** Says why a form has no quote, and asks for it again. */
export function QuoteFailed({ text, onRetry }: QuoteFailedProps) {
  if (text === undefined) return null;
  return (
    <div className={styles['failed']} role="alert">
      <span>{text}</span>
      <Button variant="soft" size="small" onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  );
}
