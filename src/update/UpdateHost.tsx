import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { bridge } from '../bridge/bridge';
import { ProgressBar } from '../components/ProgressBar';
import { UpdateCard } from './UpdateCard';
import styles from './UpdateHost.module.css';
import { useOtherDialog } from './useOtherDialog';
import { useUpdate } from './useUpdate';

/** Looks for new versions at the start and on return, and shows the card and the bar of a download in the background. */
export function UpdateHost() {
  const { t } = useLingui();
  const { phase, isOpen, updater } = useUpdate();
  const hasCard = isOpen && phase.at !== 'idle';
  const mustMove = updater.mustMoveAlong();
  const other = useOtherDialog(hasCard || mustMove);

  useEffect(() => {
    void updater.start().then(() => {
      if (bridge().outdated.get()) void updater.need();
    });
    const stop = bridge().outdated.subscribe(() => void updater.need());
    const onVisible = () => {
      if (document.visibilityState === 'visible') void updater.onForeground();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [updater]);

  useEffect(() => {
    if (mustMove && other !== 'busy') updater.restart();
  }, [mustMove, other, updater]);

  if (phase.at === 'idle') return null;
  const isBehind = phase.at === 'downloading' && !isOpen;
  return (
    <>
      {isBehind && (
        <div className={styles['behind']}>
          <ProgressBar
            value={phase.totalBytes === 0 ? 0 : phase.doneBytes / phase.totalBytes}
            label={t`Downloading the update`}
          />
        </div>
      )}
      <UpdateCard open={hasCard && other === 'none' && !mustMove} phase={phase} />
    </>
  );
}
