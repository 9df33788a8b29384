import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';

/** Rows that may come into being in one frame: as many as a slow phone makes within 50 ms. */
export const NEW_ROWS_PER_FRAME = TRICK.gradualRows ? 4 : Infinity;

type Key = VirtualItem['key'];
/** In no key. */
const BETWEEN = '\n';

/**
 * The rows near the screen, those that are new a few a frame: a list that opens, or a fling that leaves nothing where it
 * was, keeps no finger waiting. Rows in sight come before those that lie ahead.
 * @param visible first and last pixel in sight, as rows count them
 */
export function useGradualRows(rows: readonly VirtualItem[], visible: { from: number; to: number }): VirtualItem[] {
  const [made, setMade] = useState<ReadonlySet<Key>>(() => new Set());
  const isInSight = ({ start, end }: VirtualItem) => end > visible.from && start < visible.to;
  const fresh = rows.filter(({ key }) => !made.has(key));
  const next = [...fresh.filter(isInSight), ...fresh.filter((row) => !isInSight(row))].slice(0, NEW_ROWS_PER_FRAME);
  const allowed = new Set(next.map(({ key }) => key));
  const shown = rows.filter(({ key }) => made.has(key) || allowed.has(key));
  const isBehind = fresh.length > 0;
  const keys = shown.map(({ key }) => key).join(BETWEEN);
  useEffect(() => {
    if (!isBehind) return;
    const frame = requestAnimationFrame(() => setMade(new Set(keys.split(BETWEEN))));
    return () => cancelAnimationFrame(frame);
  }, [isBehind, keys]);
  return shown;
}
