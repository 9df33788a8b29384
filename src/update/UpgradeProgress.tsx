/** Says that the worker changes the layout of the stored data. Loaded only then, so the first page does not carry its texts. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { ToServiceWorker } from '../../contract/sw-messages';
import { ProgressBar } from '../components/ProgressBar';
import { completeTexts } from '../i18n/activate';
import { UPGRADING_EVENT } from '../start';
import styles from './UpgradeProgress.module.css';

/** Well within the time that a version on trial has to come up. */
const REPORT_MS = 4_000;

/**
 * Tells the judges of the version (src/start/boot/watch-start.ts, worker/service/release) that it comes up, and changes the layout of the
 * stored data. Called again and again.
 */
export function reportUpgrading(): void {
  document.dispatchEvent(new Event(UPGRADING_EVENT));
  const message: ToServiceWorker = { protocol: 1, type: 'UPGRADING' };
  navigator.serviceWorker?.controller?.postMessage(message);
}

/** @throws when the texts do not come */
export async function load() {
  await completeTexts();
  return { default: UpgradeProgress };
}

/** Nobody can tell how far the browser is with it: the bar says only that it goes on. */
function UpgradeProgress() {
  const { t } = useLingui();
  useEffect(() => {
    reportUpgrading();
    const again = setInterval(reportUpgrading, REPORT_MS);
    return () => clearInterval(again);
  }, []);
  return (
    <div className={styles['card']} role="status">
      <p className={styles['text']}>
        <Trans>
          The records saved on this device are being prepared for the new version. This can take a minute and happens
          once.
        </Trans>
      </p>
      <ProgressBar value={null} label={t`Preparing the saved records`} />
    </div>
  );
}
