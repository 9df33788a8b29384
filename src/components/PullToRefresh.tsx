import { useLingui } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import styles from './PullToRefresh.module.css';

export interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>;
  /** The element that scrolls; the window without it. */
  scrollRef?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Pulled this far, letting go refreshes. */
const THRESHOLD_PX = 64;
const RESISTANCE = 0.5;

/**
 * Pull down at the top to refresh. Our own and not the kit's, because the kit's would be loaded later and remount the
 * list below it. Touch only; mouse users have a button.
 */
export function PullToRefresh({ onRefresh, scrollRef, children }: PullToRefreshProps) {
  const { t } = useLingui();
  const root = useRef<HTMLDivElement>(null);
  const [pullPx, setPullPx] = useState(0);
  const [refreshing, setRefreshing] = useState(false);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });

  useEffect(() => {
    const element = root.current;
    if (!element || refreshing) return;
    let startY: number | null = null;
    let distance = 0;
    const scrolled = () => scrollRef?.current?.scrollTop ?? window.scrollY;
    const onStart = (event: TouchEvent) => {
      startY = scrolled() <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
      distance = 0;
    };
    const onMove = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY;
      if (startY === null || y === undefined) return;
      distance = Math.max(0, (y - startY) * RESISTANCE);
      if (distance > 0 && scrolled() <= 0 && event.cancelable) event.preventDefault();
      setPullPx(Math.min(distance, THRESHOLD_PX * 1.5));
    };
    const onEnd = () => {
      setPullPx(0);
      if (startY === null || distance < THRESHOLD_PX) return;
      startY = null;
      setRefreshing(true);
      const done = () => setRefreshing(false);
      refresh.current().then(done, done);
    };
    element.addEventListener('touchstart', onStart, { passive: true });
    element.addEventListener('touchmove', onMove, { passive: false });
    element.addEventListener('touchend', onEnd);
    element.addEventListener('touchcancel', onEnd);
    return () => {
      element.removeEventListener('touchstart', onStart);
      element.removeEventListener('touchmove', onMove);
      element.removeEventListener('touchend', onEnd);
      element.removeEventListener('touchcancel', onEnd);
    };
  }, [refreshing, scrollRef]);

  const shownPx = refreshing ? THRESHOLD_PX * 0.75 : pullPx;
  return (
    <div ref={root}>
      <div className={styles['head']} style={{ height: shownPx }} role="status" data-pulling={pullPx > 0 || undefined}>
        {shownPx > 0 && (
          <>
            <RefreshCw
              className={refreshing ? styles['spinner'] : undefined}
              style={refreshing ? undefined : { transform: `rotate(${(pullPx / THRESHOLD_PX) * 180}deg)` }}
              size={18}
              strokeWidth={2}
              aria-hidden="true"
            />
            <span>
              {refreshing ? t`Refreshing …` : pullPx >= THRESHOLD_PX ? t`Let go to refresh` : t`Pull to refresh`}
            </span>
          </>
        )}
      </div>
      {children}
    </div>
  );
}
