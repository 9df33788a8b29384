import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** rows: list rows in a card · card: a titled card · hero: label and hero amount on the ground. */
  shape: 'rows' | 'card' | 'hero';
  /** Number of rows. */
  count?: number;
}

const SLOW_AFTER_MS = 10_000;

function Row() {
  return (
    <div className={styles['row']}>
      <i className={styles['disc']} />
      <span className={styles['lines']}>
        <i style={{ width: 96, height: 14 }} />
        <i style={{ width: 64, height: 11 }} />
      </span>
      <span className={`${styles['lines']} ${styles['end']}`}>
        <i style={{ width: 84, height: 14 }} />
        <i style={{ width: 52, height: 11 }} />
      </span>
    </div>
  );
}

/** Holds the place of content that was never loaded: empty for 200 ms, then the content's shape; after 10 s also a word. */
export function Skeleton({ shape, count = 3 }: SkeletonProps) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles['skeleton']} aria-busy="true">
      {shape === 'rows' && (
        <div className={styles['card']} aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            <Row key={index} />
          ))}
        </div>
      )}
      {shape === 'card' && (
        <div className={`${styles['card']} ${styles['padded']}`} aria-hidden="true">
          <i style={{ width: 112, height: 17 }} />
          <i style={{ width: '100%', height: 14 }} />
          <i style={{ width: '72%', height: 14 }} />
        </div>
      )}
      {shape === 'hero' && (
        <div className={styles['hero']} aria-hidden="true">
          <i style={{ width: 120, height: 13 }} />
          <i style={{ width: 208, height: 38 }} />
          <i style={{ width: 144, height: 20 }} />
        </div>
      )}
      <p className={styles['slow']} role="status">
        {slow && <Trans>Still connecting …</Trans>}
      </p>
    </div>
  );
}
