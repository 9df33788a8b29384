/** Says that the line is slow; loaded when it is, so its texts are not among those of the first page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Hourglass } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import shell from '../app/shell/Shell.module.css';
import styles from '../components/OfflineBanner.module.css';
import { toast } from '../components/toast';
import { isSheetOpen } from '../components/useSheetHistory';
import { completeTexts } from '../i18n/activate';

let isSlowNow = false;

/** @throws when the texts do not come */
export async function noticeOf(isSlow: boolean): Promise<ReactNode> {
  isSlowNow = isSlow;
  if (isSlow) await completeTexts();
  // The answer may have come before the texts.
  return isSlowNow ? <SlowBanner /> : null;
}

/** In the place of the offline banner. An open sheet covers it: there a toast says so. */
function SlowBanner() {
  const { t } = useLingui();
  useEffect(() => {
    if (isSheetOpen()) toast.show(t`Slow connection. Still waiting for the server`);
  }, [t]);
  return (
    <div className={shell['notice']}>
      <div className={styles['banner']} role="status">
        <Hourglass size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles['text']}>
          <Trans>Slow connection. Still waiting for the server</Trans>
        </span>
      </div>
    </div>
  );
}
