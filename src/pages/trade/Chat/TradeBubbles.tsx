import { useLingui } from '@lingui/react/macro';
import type { TradeMessage } from '../../../../contract/calls/otc-usdt-records';
import { useConnection } from '../../../bridge/session';
import { useErrorText } from '../../../errors/useErrorText';
import { Bubble, FailedBubble, type MessageMark } from '../../chat/Bubble';
import styles from '../../chat/Chat.module.css';
import { TradeImage } from '../parts/TradeImage';
import type { OwnTradeMessage } from './useChat';

interface TradeBubbleProps {
  tradeId: string;
  message: TradeMessage;
  mark: MessageMark | null;
}

/** A message that the gateway has. */
export function TradeBubble({ tradeId, message, mark }: TradeBubbleProps) {
  const { t } = useLingui();
  const { by, text, image, createdAt } = message;
  const senders = { me: t`You`, them: t`The other side`, operator: t`Platform` };
  return (
    <Bubble
      by={by}
      sender={senders[by]}
      text={text}
      at={createdAt}
      mark={mark}
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
export function OwnBubble({
  message,
  onRetry,
}: {
  message: OwnTradeMessage;
  onRetry: (message: OwnTradeMessage) => void;
}) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const errorText = useErrorText();
  const { image, at, state, error } = message;
  const shown = { sender: t`You`, text: message.text ?? (image === null ? null : t`Image`) };
  if (state !== 'failed') return <Bubble {...shown} by="me" at={at} mark={state} />;
  const reason = error === null ? null : errorText(error, 'write');
  return <FailedBubble {...shown} reason={reason} canRetry={isOnline} onRetry={() => onRetry(message)} />;
}
