import { Trans, useLingui } from '@lingui/react/macro';
import { APP_VERSION, APP_VERSION_CODE } from '../../../../contract/app-version';
import { Button } from '../../../components/Button';
import { DownloadProgress } from '../../../update/DownloadProgress';
import type { ReactNode } from 'react';
import type { CheckOutcome } from '../../../update/phase';
import { useUpdate, type Update } from '../../../update/useUpdate';
import styles from './About.module.css';

/** Shows the installed version, and the way to a newer one if there is one (docs/rules.md §20). */
export function Version() {
  const update = useUpdate();
  const { status, own } = update;
  const version = own ?? APP_VERSION;
  const base = status?.base ?? version;
  return (
    <>
      <p className={styles['version']}>
        {version === APP_VERSION ? (
          <Trans>
            Version {version} ({APP_VERSION_CODE})
          </Trans>
        ) : (
          <Trans>Version {version}</Trans>
        )}
      </p>
      {base !== version && (
        <p className={styles['version']}>
          <Trans>Base version {base}</Trans>
        </p>
      )}
      {status && <Offer update={update} />}
    </>
  );
}

const OUTCOMES: Record<CheckOutcome, () => ReactNode> = {
  none: () => null,
  checking: () => <Trans>Looking for a new version</Trans>,
  current: () => <Trans>This is the newest version</Trans>,
  unreachable: () => <Trans>Could not look for a new version. Please try again</Trans>,
};

function Offer({ update: { phase, check, updater } }: { update: Update }) {
  const { t } = useLingui();
  const show = (label: string) => (
    <Button variant="soft" size="small" onClick={() => updater.show()}>
      {label}
    </Button>
  );
  switch (phase.at) {
    case 'idle':
      return (
        <>
          <p className={styles['note']} role="status">
            {OUTCOMES[phase.check]()}
          </p>
          <Button variant="soft" size="small" loading={check === 'checking'} onClick={() => void updater.check(true)}>
            <Trans>Check for update</Trans>
          </Button>
        </>
      );
    case 'available': {
      const { version } = phase.target;
      return show(t`Update to ${version}`);
    }
    case 'downloading':
      return (
        <div className={styles['download']}>
          <DownloadProgress {...phase} />
        </div>
      );
    case 'failed':
      return show(phase.reason === 'download-failed' ? t`Update download failed` : t`Install failed`);
    case 'restart':
      return show(t`Restart to finish`);
    case 'rolled-back':
      return show(t`The new version could not start; the former one is back`);
  }
}
