import { useLingui } from '@lingui/react/macro';
import { EmptyState } from '../../../components/EmptyState';
import { Sheet } from '../../../components/Sheet';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import type { CallState } from '../../../bridge/types';
import { ReadArea } from '../../read/ReadArea';
import type { Notice } from './useHome';
import styles from './NoticesSheet.module.css';

export interface NoticesSheetProps {
  open: boolean;
  onClose: () => void;
  read: CallState<{ notices: Notice[] }>;
}

/** Every notice of the scrolling line, in full and with its time. */
export function NoticesSheet({ open, onClose, read }: NoticesSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Notices`}>
      <Notices read={read} />
    </Sheet>
  );
}

/** A component of its own: until the sheet is opened nothing of it is made. */
function Notices({ read }: Pick<NoticesSheetProps, 'read'>) {
  const { t } = useLingui();
  const locale = useLocale();
  const notices = read.data?.notices ?? [];
  return (
    <ReadArea
      read={read}
      hasData={read.data !== undefined}
      skeleton="rows"
      empty={notices.length === 0 ? <EmptyState hint={t`Notices of the platform will appear here.`} /> : undefined}
    >
      <ul className={styles['list']}>
        {notices.map((notice) => (
          <li key={notice.id} className={styles['notice']}>
            <p>{notice.text}</p>
            <p className={styles['date']}>{formatDateTime(notice.publishedAt, { locale })}</p>
          </li>
        ))}
      </ul>
    </ReadArea>
  );
}
