import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge';
import { useConnection } from '../../bridge/session';
import { OfflineBanner } from '../../components/OfflineBanner';
import { toast } from '../../components/toast';
import styles from './Shell.module.css';

/** The offline banner, which says so when the connection is back; or that the line is slow. */
export function ConnectionNotice() {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) toast.show(t`Back online`, { kind: 'success' });
    wasOnline.current = isOnline;
  }, [isOnline, t]);
  const slow = useSlowNotice();
  return isOnline ? slow : <Banner />;
}

/** Returns the slow-line notice. When its code does not come over such a line, the person sees none. */
function useSlowNotice(): ReactNode {
  const [notice, setNotice] = useState<ReactNode>(null);
  useEffect(
    () =>
      bridge().events.subscribe((event) => {
        if (!event) setNotice(null);
        else if (event.type === 'line')
          void import('../../line/slow-line').then(({ noticeOf }) => noticeOf(event.isSlow)).then(setNotice, () => {});
      }),
    [],
  );
  return notice;
}

function Banner() {
  const [isBusy, setBusy] = useState(false);
  const asOfMs = useSyncExternalStore(bridge().onShownAge, bridge().shownAsOf);
  const retry = () => {
    setBusy(true);
    void bridge()
      .refreshShown()
      .finally(() => setBusy(false));
  };
  return (
    <div className={styles['notice']}>
      <OfflineBanner asOfMs={asOfMs} onRetry={retry} busy={isBusy} />
    </div>
  );
}
