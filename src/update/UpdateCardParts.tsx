import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ReleaseTarget } from '../../contract/sw-messages';
import { Button } from '../components/Button';
import { formatMegabytes } from '../format/bytes';
import { useLocale } from '../i18n/useLocale';
import { DownloadProgress } from './DownloadProgress';
import { ReleaseNoteList } from './ReleaseNoteList';
import type { ShownPhase } from './phase';
import styles from './UpdateCard.module.css';
import { useUpdate } from './useUpdate';

type PhaseAt<At extends ShownPhase['at']> = Extract<ShownPhase, { at: At }>;

export function CardTitle({ phase, isNeeded }: { phase: ShownPhase; isNeeded: boolean }) {
  if (isNeeded && (phase.at === 'available' || phase.at === 'downloading')) return <Trans>Update needed</Trans>;
  switch (phase.at) {
    case 'available':
      return <Trans>Update available</Trans>;
    case 'downloading':
      return <Trans>Downloading the update</Trans>;
    case 'failed':
      return phase.reason === 'download-failed' ? <Trans>Update download failed</Trans> : <Trans>Install failed</Trans>;
    case 'restart':
      return <Trans>Restart to finish</Trans>;
    case 'rolled-back':
      return <Trans>The new version could not start; the former one is back</Trans>;
  }
}

/** Shows the present and the new version, the kind of package, and how much of it has to be loaded. */
export function VersionLine({ phase, own }: { phase: ShownPhase; own: string | null }) {
  const locale = useLocale();
  const { description } = useUpdate();
  const target: ReleaseTarget | null = 'target' in phase ? phase.target : null;
  const version = target?.version ?? ('version' in phase ? phase.version : '');
  if (phase.at === 'rolled-back') return null;
  const bytes = phase.at === 'available' ? (description?.missingBytes ?? 0) : 0;
  return (
    <p className={styles['versions']}>
      <span className="rab-num">{own}</span>
      <span aria-hidden="true">→</span>
      <strong className="rab-num">{version}</strong>
      {target && (
        <span className={styles['kind']}>
          {target.kind === 'full' ? <Trans>Full update</Trans> : <Trans>Hot update</Trans>}
          {bytes > 0 && <span className="rab-num"> · {formatMegabytes(bytes, locale)}</span>}
        </span>
      )}
    </p>
  );
}

export function CardBody({ phase }: { phase: ShownPhase }) {
  switch (phase.at) {
    case 'available':
      return <Available />;
    case 'downloading':
      return <Downloading phase={phase} />;
    case 'failed':
      return <Failed phase={phase} />;
    case 'restart':
      return <Restart />;
    case 'rolled-back':
      return <RolledBack phase={phase} />;
  }
}

function Actions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}

/** Puts the card away, or goes on. */
function LaterOr({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  const { updater } = useUpdate();
  return (
    <Actions>
      <Button variant="plain" onClick={() => updater.hide()}>
        <Trans>Later</Trans>
      </Button>
      <Button onClick={onClick}>{children}</Button>
    </Actions>
  );
}

function Available() {
  const { updater, description } = useUpdate();
  return (
    <>
      <ReleaseNoteList notes={description?.notes} />
      <p className={styles['text']}>
        <Trans>It loads while you go on, and only what is not on this device yet.</Trans>
      </p>
      <LaterOr onClick={() => updater.download()}>
        <Trans>Update now</Trans>
      </LaterOr>
    </>
  );
}

function Downloading({ phase }: { phase: PhaseAt<'downloading'> }) {
  const { updater, target, description, isNeeded } = useUpdate();
  return (
    <>
      {isNeeded && (
        <p className={styles['text']}>
          <Trans>With this version you can only look. What you have typed is kept.</Trans>
        </p>
      )}
      {target?.version === phase.target.version && <ReleaseNoteList notes={description?.notes} />}
      <DownloadProgress {...phase} />
      <Actions>
        <Button variant="plain" onClick={() => updater.cancel()}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="soft" onClick={() => updater.hide()}>
          <Trans>In the background</Trans>
        </Button>
      </Actions>
    </>
  );
}

function Failed({ phase }: { phase: PhaseAt<'failed'> }) {
  const { updater } = useUpdate();
  return (
    <>
      <p className={styles['text']} role="alert">
        {phase.reason === 'download-failed' ? (
          <Trans>What has been loaded is kept. The version that you have goes on working.</Trans>
        ) : (
          <Trans>The package could not be installed here. The version that you have goes on working.</Trans>
        )}
      </p>
      <LaterOr onClick={() => updater.download()}>
        <Trans>Retry</Trans>
      </LaterOr>
    </>
  );
}

function Restart() {
  const { updater } = useUpdate();
  return (
    <>
      <p className={styles['text']}>
        <Trans>All open tabs move to the new version together. What you have typed is kept.</Trans>
      </p>
      <LaterOr onClick={() => updater.restart()}>
        <Trans>Restart now</Trans>
      </LaterOr>
    </>
  );
}

function RolledBack({ phase }: { phase: PhaseAt<'rolled-back'> }) {
  const { t } = useLingui();
  const { updater } = useUpdate();
  const { version } = phase;
  return (
    <>
      <p className={styles['text']}>
        {t`Version ${version} is not offered again on this device. The next one will be.`}
      </p>
      <Actions>
        <Button onClick={() => updater.hide()}>
          <Trans>Understood</Trans>
        </Button>
      </Actions>
    </>
  );
}
