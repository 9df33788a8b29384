import { Trans, useLingui } from '@lingui/react/macro';
import {
  ArrowDownUp,
  BadgeCheck,
  Bell,
  CandlestickChart,
  Coins,
  MessagesSquare,
  ShieldAlert,
  type LucideIcon,
} from 'lucide-react';
import type { ToldNotice } from '../../../../contract/calls/telling';
import type { NoticeCategory } from '../../../../contract/notices';
import { useNavigation } from '../../../app/navigation';
import { formatTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { addressToOpen } from '../../../telling/opening';
import { markRead } from '../../../telling/read-marks';
import { textOfNotice } from '../../../telling/texts';
import styles from './Notices.module.css';

const ICONS: Record<NoticeCategory, LucideIcon> = {
  money: ArrowDownUp,
  security: ShieldAlert,
  orders: CandlestickChart,
  income: Coins,
  service: MessagesSquare,
  account: BadgeCheck,
};

interface NoticeRowProps {
  notice: ToldNotice;
  isRead: boolean;
  /** Name of the account that it is about, where another one is shown. */
  account: string | null;
}

/** One notice; it opens what it is about. */
export function NoticeRow({ notice, isRead, account }: NoticeRowProps) {
  const { i18n } = useLingui();
  const locale = useLocale();
  const { open } = useNavigation();
  const { id, at, kind, category, reason } = notice;
  const Icon = (ICONS as Partial<Record<string, LucideIcon>>)[category] ?? Bell;
  const onOpen = () => {
    if (!isRead) markRead({ id });
    open(addressToOpen(notice));
  };
  return (
    <button type="button" className={styles['row']} data-unread={!isRead || undefined} onClick={onOpen}>
      <Icon className={styles['icon']} size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['text']}>
        <span className={styles['sentence']}>
          {!isRead && (
            <span className="rab-sr">
              <Trans>Unread</Trans>{' '}
            </span>
          )}
          {i18n._(textOfNotice(kind))}
        </span>
        {reason !== null && <span className={styles['reason']}>{reason}</span>}
        {account !== null && <span className={styles['reason']}>{account}</span>}
      </span>
      <time className={styles['time']} dateTime={new Date(at).toISOString()}>
        {formatTime(at, { locale })}
      </time>
    </button>
  );
}
