import { Trans, useLingui } from '@lingui/react/macro';
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TradeMessage } from '../../../../contract/calls/otc-usdt-records';
import { useErrorText } from '../../../errors/useErrorText';
import { formatTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { TradeImage } from '../parts/TradeImage';
import styles from './Chat.module.css';
import type { OwnMessage } from './useChat';

const ICON = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** A message that the gateway has. */
export function Bubble({ tradeId, message }: { tradeId: string; message: TradeMessage }) {
  const locale = useLocale();
  const { by, text, image, createdAt, readAt } = message;
  return (
    <li className={styles['message']} data-by={by}>
      <Sender by={by} />
      <Body tradeId={tradeId} text={text} image={image} />
      <span className={styles['meta']}>
        {formatTime(createdAt, { locale })}
        {by === 'me' && (
          <>
            {readAt === null ? <Check {...ICON} /> : <CheckCheck {...ICON} />}
            <span>
              {readAt === null ? <Trans context="message">Sent</Trans> : <Trans context="message">Read</Trans>}
            </span>
          </>
        )}
      </span>
    </li>
  );
}

/** One that is on its way, or was not taken. */
export function OwnBubble(props: { message: OwnMessage; isOnline: boolean; onRetry: () => void }) {
  const { message, isOnline, onRetry } = props;
  const locale = useLocale();
  const errorText = useErrorText();
  const { text, image, at, state, error } = message;
  return (
    <li className={styles['message']} data-by="me">
      <Sender by="me" />
      {text !== null && <p className={styles['bubble']}>{text}</p>}
      {text === null && image !== null && (
        <p className={styles['bubble']}>
          <Trans>Image</Trans>
        </p>
      )}
      {state === 'failed' ? (
        <span className={`${styles['meta']} ${styles['failed']}`} role="alert">
          <CircleAlert {...ICON} />
          <Trans>Not sent</Trans>
          {error !== null && <span>· {errorText(error, 'write')}</span>}
          <button type="button" className={styles['retry']} disabled={!isOnline} onClick={onRetry}>
            <Trans>Retry</Trans>
          </button>
        </span>
      ) : (
        <span className={styles['meta']}>
          {formatTime(at, { locale })}
          {state === 'sending' ? <Clock {...ICON} /> : <Check {...ICON} />}
          <span>{state === 'sending' ? <Trans>Sending …</Trans> : <Trans context="message">Sent</Trans>}</span>
        </span>
      )}
    </li>
  );
}

/** Names the writer to screen readers, since sides and colours tell the eye; the platform is named to everybody. */
function Sender({ by }: { by: TradeMessage['by'] }): ReactNode {
  const { t } = useLingui();
  if (by === 'operator') return <span className={styles['sender']}>{t`Platform`}</span>;
  return <span className="rab-sr">{by === 'me' ? t`You` : t`The other side`}</span>;
}

function Body({ tradeId, text, image }: { tradeId: string; text: string | null; image: string | null }) {
  const { t } = useLingui();
  return (
    <>
      {image !== null && (
        <div className={styles['picture']}>
          <TradeImage tradeId={tradeId} id={image} label={t`Image`} />
        </div>
      )}
      {text !== null && <p className={styles['bubble']}>{text}</p>}
    </>
  );
}
