import { Landmark } from 'lucide-react';
import styles from './AssetMark.module.css';

export interface AssetMarkProps {
  asset: 'USDT' | 'RAB' | 'custody';
  /** Diameter in px. */
  size?: number;
}

/** The round mark of an asset or of the custody account. Decorative: its name stands beside it. */
export function AssetMark({ asset, size = 34 }: AssetMarkProps) {
  if (asset === 'custody') {
    return (
      <span className={styles['custody']} style={{ width: size, height: size }} aria-hidden="true">
        <Landmark size={Math.round(size * 0.53)} strokeWidth={1.9} />
      </span>
    );
  }
  return (
    <svg className={styles[asset]} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" />
      {asset === 'USDT' ? (
        <>
          <path d="M9.5 9.5h13M16 9.5V24" strokeWidth="2.8" />
          <ellipse cx="16" cy="15" rx="7.6" ry="2.4" strokeWidth="1.6" />
        </>
      ) : (
        <path d="M10 24V8h7.2a4.9 4.9 0 0 1 0 9.8H10M17.4 17.8 22.4 24" strokeWidth="3" />
      )}
    </svg>
  );
}
