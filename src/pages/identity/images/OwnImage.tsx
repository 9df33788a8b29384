import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ownImage } from '../../../../contract/calls/identity';
import { useCall } from '../../../bridge/useCall';
import { DataImage } from '../../../components/DataImage';
import { Sheet } from '../../../components/Sheet';
import { ReadArea } from '../../read/ReadArea';
import styles from './images.module.css';

const webpUri = (base64: string) => `data:image/webp;base64,${base64}`;

/** One of the person's own uploads: small, and large on a tap. It is read each time and never kept on the device. */
export function OwnImage({ id, label }: { id: string; label: string }) {
  const { t } = useLingui();
  const [isLarge, setLarge] = useState(false);
  const { data } = useCall(ownImage, { id, size: 'small' });
  return (
    <>
      <button type="button" className={styles['open']} aria-label={t`Enlarge: ${label}`} onClick={() => setLarge(true)}>
        {data ? (
          <DataImage data={webpUri(data.webp)} alt={label} className={styles['picture']} />
        ) : (
          <span className={styles['picture']} />
        )}
      </button>
      <Sheet open={isLarge} onClose={() => setLarge(false)} title={label}>
        {isLarge && <Large id={id} label={label} />}
      </Sheet>
    </>
  );
}

function Large({ id, label }: { id: string; label: string }) {
  const read = useCall(ownImage, { id, size: 'large' });
  return (
    <ReadArea read={read} hasData={read.data !== undefined} skeleton="card" count={1}>
      {read.data && <DataImage data={webpUri(read.data.webp)} alt={label} className={styles['large']} />}
    </ReadArea>
  );
}
