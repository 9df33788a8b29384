import { useEffect, useState } from 'react';
import { qrRows } from './qr-rows';
import styles from './QrCode.module.css';

/** One path for all dark modules, row by row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

export interface QrCodeProps {
  text: string;
  /** Tells the content to people who cannot see the code; the same text has to stand beside it. */
  label: string;
}

/** A QR code, made on the device. Its place is kept while the encoder is loaded, and stays empty when it does not come. */
export function QrCode({ text, label }: QrCodeProps) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>([]);
  useEffect(() => {
    let isWanted = true;
    qrRows(text).then(
      (found) => isWanted && setRows(found),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return (
    <svg
      className={styles['code']}
      viewBox={`0 0 ${rows.length || 1} ${rows.length || 1}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={pathOf(rows)} fill="currentColor" />
    </svg>
  );
}
