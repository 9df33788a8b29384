import { useLingui } from '@lingui/react/macro';
import type { TradeMessage } from '../../../../contract/calls/otc-usdt-records';
import { useErrorText } from '../../../errors/useErrorText';
import { Bubble, FailedBubble } from '../../chat/Bubble';
import styles from '../../chat/Chat.module.css';
import { TradeImage } from '../parts/TradeImage';
import type { OwnMessage } from './useChat';

/** A message that the gateway has. */
export function TradeBubble({ tradeId, message }: { tradeId: string; message: TradeMessage }) {
  const { t } = useLingui();
  const { by, text, image, createdAt, readAt } = message;
  const senders = { me: t`You`, them: t`The other side`, operator: t`Platform` };
  return (
    <Bubble
      by={by}
      sender={senders[by]}
      text={text}
      at={createdAt}
      mark={by !== 'me' ? null : readAt === null ? 'sent' : 'read'}
      attachments={
        image !== null && (
          <div className={styles['picture']}>
            <TradeImage tradeId={tradeId} id={image} label={t`Image`} />
          </div>
        )
      }
    />
  );
}

/** One that is on its way, or was not taken. */
export function OwnBubble(props: { message: OwnMessage; isOnline: boolean; onRetry: () => void }) {
  const { message, isOnline, onRetry } = props;
  const { t } = useLingui();
  const errorText = useErrorText();
  const { image, at, state, error } = message;
  const shown = { sender: t`You`, text: message.text ?? (image === null ? null : t`Image`) };
  if (state !== 'failed') return <Bubble {...shown} by="me" at={at} mark={state} />;
  const reason = error === null ? null : errorText(error, 'write');
  return <FailedBubble {...shown} reason={reason} canRetry={isOnline} onRetry={onRetry} />;
}
