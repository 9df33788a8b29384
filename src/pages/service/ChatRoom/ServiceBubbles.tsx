import { useLingui } from '@lingui/react/macro';
import type { ServiceMessage } from '../../../../contract/calls/service';
import type { QueuedMessage } from '../../../bridge/messages';
import { useErrorText } from '../../../errors/useErrorText';
import { Bubble, FailedBubble, type MessageMark } from '../../chat/Bubble';
import styles from '../../chat/Chat.module.css';
import { OwnImage } from '../../identity/images/OwnImage';
import { OrderCard } from './OrderCard';
import { QueuedImage } from './QueuedImage';
import type { OwnServiceMessage } from './useConversation';

/** A message that the gateway has. */
export function ServiceBubble({ message, mark }: { message: ServiceMessage; mark: MessageMark | null }) {
  const { t } = useLingui();
  const { by, text, image, order, createdAt } = message;
  return (
    <Bubble
      by={by}
      sender={by === 'me' ? t`You` : t`Customer service`}
      text={text}
      at={createdAt}
      mark={mark}
      attachments={
        <>
          {order && <OrderCard order={order} />}
          {image !== null && (
            <div className={styles['picture']}>
              <OwnImage id={image} label={t`Image`} />
            </div>
          )}
        </>
      }
    />
  );
}

function attachmentsOf({ order, hasImage, clientId, progress }: QueuedMessage) {
  return (
    <>
      {order && <OrderCard order={order} />}
      {hasImage && <QueuedImage clientId={clientId} progress={progress} />}
    </>
  );
}

interface QueuedBubbleProps {
  own: OwnServiceMessage;
  onRetry: (clientId: string) => void;
  onRemove: (clientId: string) => void;
}

/** One that waits, or was not taken. */
export function QueuedBubble({ own, onRetry, onRemove }: QueuedBubbleProps) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const { message, isSent } = own;
  const { clientId, text, at, state, error } = message;
  const shown = { sender: t`You`, text, attachments: attachmentsOf(message) };
  if (isSent || state === 'waiting') return <Bubble {...shown} by="me" at={at} mark={isSent ? 'sent' : 'waiting'} />;
  return (
    <FailedBubble
      {...shown}
      reason={error === null ? null : errorText(error, 'write')}
      canRetry
      onRetry={() => onRetry(clientId)}
      onRemove={() => onRemove(clientId)}
    />
  );
}
