import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { CallState } from '../../../bridge/types';
import { DataImage } from '../../../components/DataImage';
import { Sheet } from '../../../components/Sheet';
import { ReadArea } from '../../read/ReadArea';
import styles from './images.module.css';

const webpUri = (base64: string) => `data:image/webp;base64,${base64}`;

interface PictureProps {
  label: string;
  /** Base64 of the small copy, undefined until it is there. */
  small: string | undefined;
  /** A `LargePicture`: made when it is opened. */
  children: ReactNode;
}

/** A picture of the gateway's: small, and large on a tap. It is read each time and never kept on the device. */
export function Picture({ label, small, children }: PictureProps) {
  const { t } = useLingui();
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" className={styles['open']} aria-label={t`Enlarge: ${label}`} onClick={() => setLarge(true)}>
        {small === undefined ? (
          <span className={styles['picture']} />
        ) : (
          <DataImage data={webpUri(small)} alt={label} className={styles['picture']} />
        )}
      </button>
      <Sheet open={isLarge} onClose={() => setLarge(false)} title={label}>
        {isLarge && children}
      </Sheet>
    </>
  );
}

export function LargePicture({ read, label }: { read: CallState<{ webp: string }>; label: string }) {
  return (
    <ReadArea read={read} hasData={read.data !== undefined} skeleton="card" count={1}>
      {read.data && <DataImage data={webpUri(read.data.webp)} alt={label} className={styles['large']} />}
    </ReadArea>
  );
}
