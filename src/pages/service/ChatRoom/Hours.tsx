import { Trans } from '@lingui/react/macro';
import type { CallOutput } from '../../../../contract/index';
import { useNow } from '../../../components/useCountdown';
import { formatAsOf } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import styles from '../../chat/Chat.module.css';

/** Tells whether somebody answers now, and when next. */
export function Hours({ hours }: { hours: CallOutput<'serviceConversations'>['hours'] | undefined }) {
  const locale = useLocale();
  const nowMs = useNow(60_000);
  if (!hours) return null;
  const { opensAt, closesAt } = hours;
  // The device may show hours that it has kept since yesterday.
  const isOpen = hours.isOpen ? closesAt === null || nowMs < closesAt : opensAt !== null && nowMs >= opensAt;
  const next = isOpen ? closesAt : opensAt;
  const time = next !== null && next > nowMs ? formatAsOf(next, nowMs, { locale }) : null;
  return (
    <p className={styles['hours']} role="status">
      {isOpen ? (
        time === null ? (
          <Trans>Customer service answers now.</Trans>
        ) : (
          <Trans>Customer service answers now, until {time}.</Trans>
        )
      ) : time === null ? (
        <Trans>Customer service is closed now. Your message waits for an answer.</Trans>
      ) : (
        <Trans>Customer service is closed now and answers from {time} on. Your message waits until then.</Trans>
      )}
    </p>
  );
}
