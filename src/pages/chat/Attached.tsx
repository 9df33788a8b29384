import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../components/IconButton';
import { ProgressBar } from '../../components/ProgressBar';
import styles from './Chat.module.css';

interface AttachedImageProps {
  /** Blob URL of the picture. */
  preview: string;
  /** 0…1; null while nothing is on its way. */
  progress: number | null;
  onRemove: () => void;
  children?: ReactNode;
}

/** The image that a message takes along, above the line that is typed in. */
export function AttachedImage({ preview, progress, onRemove, children }: AttachedImageProps) {
  const { t } = useLingui();
  return (
    <div className={styles['uploads']}>
      <div className={styles['upload']}>
        <img src={preview} alt={t`Image`} />
        {progress !== null && <ProgressBar value={progress} label={t`Sending the image`} />}
      </div>
      <IconButton label={t`Remove the image`} icon={<X size={20} strokeWidth={1.75} />} onClick={onRemove} />
      {children}
    </div>
  );
}
