import { Trans } from '@lingui/react/macro';
import { Camera, ImagePlus } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { isIos } from '../../../install/useInstall';
import styles from './images.module.css';

/** The types that phones and cameras make; the worker looks at the bytes themselves. */
const EVERYWHERE = 'image/jpeg,image/png,image/webp';

/** For `accept` of a file input. iOS hands over a JPEG of its HEIC photos where HEIC is not asked for, which every version of it can send. */
export function accepted(): string {
  return isIos(navigator.userAgent, navigator.maxTouchPoints) ? EVERYWHERE : `${EVERYWHERE},image/heic,image/heif`;
}

export interface AddImageProps {
  onFiles: (files: File[]) => void;
  multiple: boolean;
}

/** From the device's files, or from a phone's camera. */
export function AddImage({ onFiles, multiple }: AddImageProps) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same file again is a choice too.
    event.target.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <>
      <label className={`${styles['add']} ${styles['camera']}`}>
        <Camera size={22} strokeWidth={1.75} aria-hidden="true" />
        <Trans>Take a photo</Trans>
        <input type="file" accept={accepted()} capture="environment" onChange={take} />
      </label>
      <label className={styles['add']}>
        <ImagePlus size={22} strokeWidth={1.75} aria-hidden="true" />
        <Trans>Choose an image</Trans>
        <input type="file" accept={accepted()} multiple={multiple} onChange={take} />
      </label>
    </>
  );
}
