import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { QueuedMessage } from '../../../bridge/messages';
import { useErrorText } from '../../../errors/useErrorText';
import { Bubble, FailedBubble } from '../../chat/Bubble';
import styles from '../../chat/Chat.module.css';
import { OwnImage } from '../../identity/images/OwnImage';
import { OrderCard } from './OrderCard';
import { QueuedImage } from './QueuedImage';
import type { ChatRow } from './useConversation';

interface RowProps {
  row: ChatRow;
  onRetry: (clientId: string) => void;
  onRemove: (clientId: string) => void;
}

/** A line of the conversation. */
export const Row = memo(function Row({ row, onRetry, onRemove }: RowProps) {
  const { t } = useLingui();
  if (row.kind === 'day') return <p className={styles['day']}>{row.text}</p>;
  if (row.kind === 'queued') return <QueuedRow row={row} onRetry={onRetry} onRemove={onRemove} />;
  const { by, text, image, order, createdAt } = row.message;
  return (
    <Bubble
      by={by}
      sender={by === 'me' ? t`You` : t`Customer service`}
      text={text}
      at={createdAt}
      mark={row.mark}
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
});

function attachmentsOf({ order, hasImage, clientId, progress }: QueuedMessage) {
  return (
    <>
      {order && <OrderCard order={order} />}
      {hasImage && <QueuedImage clientId={clientId} progress={progress} />}
    </>
  );
}

function QueuedRow({ row, onRetry, onRemove }: Omit<RowProps, 'row'> & { row: ChatRow & { kind: 'queued' } }) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const { message, isSent } = row;
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
