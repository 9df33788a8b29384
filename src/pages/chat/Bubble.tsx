import { Trans, useLingui } from '@lingui/react/macro';
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTime } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import styles from './Chat.module.css';

const ICON = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** How far a message of one's own has come. */
export type MessageMark = 'waiting' | 'sending' | 'sent' | 'delivered' | 'read';

/** The writer's side: colours and places tell it to the eye. */
export type Writer = 'me' | 'them' | 'operator';

interface BubbleProps {
  by: Writer;
  /** Names the writer: to everybody for `operator`, else to screen readers. */
  sender: string;
  text: string | null;
  /** A picture, a card. */
  attachments?: ReactNode;
  /** UTC ms. */
  at: number;
  /** Null for messages of others. */
  mark: MessageMark | null;
  /** Buttons beside the time. */
  actions?: ReactNode;
}

/** A message in a chat. */
export function Bubble({ by, sender, text, attachments, at, mark, actions }: BubbleProps) {
  const locale = useLocale();
  return (
    <div className={styles['message']} data-by={by}>
      <Sender by={by} name={sender} />
      {attachments}
      {text !== null && <p className={styles['bubble']}>{text}</p>}
      <span className={styles['meta']}>
        {formatTime(at, { locale })}
        {mark !== null && <Mark mark={mark} />}
        {actions}
      </span>
    </div>
  );
}

const ICONS: Record<MessageMark, typeof Check> = {
  waiting: Clock,
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
};

function Mark({ mark }: { mark: MessageMark }) {
  const { t } = useLingui();
  const Icon = ICONS[mark];
  const texts: Record<MessageMark, string> = {
    waiting: t`Waiting to be sent`,
    sending: t`Sending …`,
    sent: t({ message: 'Sent', context: 'message' }),
    delivered: t({ message: 'Delivered', context: 'message' }),
    read: t({ message: 'Read', context: 'message' }),
  };
  return (
    <span className={styles['mark']} data-mark={mark}>
      <Icon {...ICON} />
      <span>{texts[mark]}</span>
    </span>
  );
}

interface FailedBubbleProps {
  sender: string;
  text: string | null;
  attachments?: ReactNode;
  /** Why it was not taken; null where that is not known. */
  reason: string | null;
  canRetry: boolean;
  onRetry: () => void;
  /** Set: the person may give the message up. */
  onRemove?: () => void;
}

/** A message of one's own that was not taken. */
export function FailedBubble(props: FailedBubbleProps) {
  const { sender, text, attachments, reason, canRetry, onRetry, onRemove } = props;
  return (
    <div className={styles['message']} data-by="me">
      <Sender by="me" name={sender} />
      {attachments}
      {text !== null && <p className={styles['bubble']}>{text}</p>}
      <span className={`${styles['meta']} ${styles['failed']}`} role="alert">
        <CircleAlert {...ICON} />
        <Trans>Not sent</Trans>
        {reason !== null && <span>· {reason}</span>}
        <button type="button" className={styles['retry']} disabled={!canRetry} onClick={onRetry}>
          <Trans>Retry</Trans>
        </button>
        {onRemove && (
          <button type="button" className={styles['retry']} onClick={onRemove}>
            <Trans>Delete</Trans>
          </button>
        )}
      </span>
    </div>
  );
}

function Sender({ by, name }: { by: Writer; name: string }) {
  return <span className={by === 'operator' ? styles['sender'] : 'rab-sr'}>{name}</span>;
}
