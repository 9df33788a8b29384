import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { bridge } from '../../bridge/bridge';
import { useConnection } from '../../bridge/session';
import { OfflineBanner } from '../../components/OfflineBanner';
import { toast } from '../../components/toast';
import styles from './Shell.module.css';

/** The offline banner; says so when the connection is back (DESIGN §8). */
export function ConnectionNotice() {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) toast.show(t`Back online`, { kind: 'success' });
    wasOnline.current = isOnline;
  }, [isOnline, t]);
  return isOnline ? null : <Banner />;
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
