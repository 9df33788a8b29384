import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { imageOf } from '../../../bridge/messages';
import { ProgressBar } from '../../../components/ProgressBar';
import styles from '../../chat/Chat.module.css';

/** The picture of a message that waits, as this device keeps it. */
export function QueuedImage({ clientId, progress }: { clientId: string; progress: number | null }) {
  const { t } = useLingui();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isWanted = true;
    void imageOf(clientId).then((image) => {
      if (!image || !isWanted) return;
      made = URL.createObjectURL(image);
      setUrl(made);
    });
    return () => {
      isWanted = false;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [clientId]);
  return (
    <div className={styles['picture']}>
      {url !== undefined && <img className={styles['preview']} src={url} alt={t`Image`} />}
      {progress !== null && <ProgressBar value={progress} label={t`Sending the image`} />}
    </div>
  );
}
