import { Trans, useLingui } from '@lingui/react/macro';
import type { FeedbackRecord } from '../../../../contract/calls/feedback';
import { KeyValue } from '../../../components/KeyValue';
import { Sheet } from '../../../components/Sheet';
import { StatusTag } from '../../../components/StatusTag';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { OwnImage } from '../../identity/images/OwnImage';
import { useLast } from '../../read/useLast';
import type { RowSheetProps } from '../../records/row-sheet';
import { STATUS_KINDS, STATUS_NAMES } from '../feedback';
import styles from './Feedback.module.css';

/** One feedback in full: the person's words and images, and the replies, the oldest first. */
export function FeedbackSheet({ row, onClose }: RowSheetProps<FeedbackRecord>) {
  const shown = useLast(row);
  return (
    <Sheet open={row !== null} onClose={onClose} title={shown?.title ?? ''}>
      {shown && <Body feedback={shown} />}
    </Sheet>
  );
}

function Body({ feedback }: { feedback: FeedbackRecord }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { status, content, orderNumber, images, replies, createdAt } = feedback;
  return (
    <div className={styles['body']}>
      <div className={styles['head']}>
        <StatusTag kind={STATUS_KINDS[status]}>{t(STATUS_NAMES[status])}</StatusTag>
        <span className={styles['time']}>{formatDateTime(createdAt, { locale })}</span>
      </div>
      <p className={styles['text']}>{content}</p>
      {orderNumber !== null && <KeyValue rows={[{ label: t`Order number`, value: orderNumber }]} />}
      {images.length > 0 && (
        <ul className={styles['grid']} aria-label={t`Images`}>
          {images.map((id, index) => {
            const number = index + 1;
            return (
              <li key={id}>
                <OwnImage id={id} label={t`Image ${number}`} />
              </li>
            );
          })}
        </ul>
      )}
      {replies.length === 0 ? (
        <p className={styles['none']}>
          <Trans>You are told as soon as we have replied.</Trans>
        </p>
      ) : (
        <ul className={styles['replies']} aria-label={t`Replies`}>
          {replies.map(({ text, at }, index) => (
            <li key={index} className={styles['reply']}>
              <span className={styles['from']}>
                <Trans>Our reply</Trans>
              </span>
              <span className={styles['text']}>{text}</span>
              <span className={styles['time']}>{formatDateTime(at, { locale })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
