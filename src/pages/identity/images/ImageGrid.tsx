import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ImageUpload } from '../../../bridge/image-uploads';
import { Button } from '../../../components/Button';
import { ProgressBar } from '../../../components/ProgressBar';
import { toast } from '../../../components/toast';
import { AddImage } from './AddImage';
import styles from './images.module.css';
import { OwnImage } from './OwnImage';
import { useUploadError } from './useUploadError';

export interface ImageGridProps {
  /** Ids of uploads that were there before. */
  kept: readonly string[];
  onRemoveKept: (id: string) => void;
  images: readonly ImageUpload[];
  max: number;
  onAdd: (files: File[]) => void;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}

/** Images of a form: those that were sent before, those on their way with progress and retry, and room for more. */
export function ImageGrid({ kept, onRemoveKept, images, max, onAdd, onRetry, onRemove }: ImageGridProps) {
  const { t } = useLingui();
  const errorText = useUploadError();
  const count = kept.length + images.length;
  const add = (files: File[]) => {
    const room = max - count;
    if (files.length > room) toast.show(t`At most ${max} images; the others were left out`);
    onAdd(files.slice(0, room));
  };
  return (
    <div className={styles['grid']}>
      {kept.map((id, index) => {
        const number = index + 1;
        return (
          <div key={id} className={styles['tile']}>
            <OwnImage id={id} label={t`Image ${number}`} />
            <Remove label={t`Remove image ${number}`} onClick={() => onRemoveKept(id)} />
          </div>
        );
      })}
      {images.map((image, index) => {
        const number = kept.length + index + 1;
        return (
          <div key={image.key} className={styles['tile']}>
            {image.state === 'sent' && image.preview === '' ? (
              <OwnImage id={image.id} label={t`Image ${number}`} />
            ) : image.state === 'failed' && !image.error.retryable ? (
              <span className={styles['picture']} />
            ) : (
              <img className={styles['picture']} src={image.preview} alt={t`Image ${number}`} />
            )}
            <Remove label={t`Remove image ${number}`} onClick={() => onRemove(image.key)} />
            {(image.state === 'waiting' || image.state === 'sending') && (
              <ProgressBar value={image.state === 'sending' ? image.progress : 0} label={t`Sending image ${number}`} />
            )}
            {image.state === 'failed' && (
              <>
                <p className={styles['problem']} role="alert">
                  {errorText(image.error)}
                </p>
                {image.error.retryable && (
                  <Button variant="soft" size="small" onClick={() => onRetry(image.key)}>
                    <Trans>Retry</Trans>
                  </Button>
                )}
              </>
            )}
          </div>
        );
      })}
      {count < max && <AddImage multiple={max - count > 1} onFiles={add} />}
    </div>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles['remove']} aria-label={label} title={label} onClick={onClick}>
      <span>
        <X size={15} strokeWidth={2} aria-hidden="true" />
      </span>
    </button>
  );
}
