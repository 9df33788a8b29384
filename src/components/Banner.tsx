import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './Banner.module.css';
import { REDUCED_MOTION, useMediaQuery } from './useMediaQuery';

export interface BannerProps {
  /** Names the carousel for screen readers. */
  label: string;
  /** Each with a link or button in it, so that the keyboard reaches it. */
  slides: readonly { id: string; content: ReactNode }[];
  /** Time between slides on autoplay; 3 s by default (docs/rules.md §21). */
  intervalMs?: number;
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return visible;
}

/** The ways in which a person holds the carousel still; each ends by itself, so that leaving one does not end another. */
type Hold = 'touch' | 'hover' | 'focus';

function useHolds() {
  const [holds, setHolds] = useState<readonly Hold[]>([]);
  const hold = useCallback(
    (why: Hold, isHeld: boolean) =>
      setHolds((before) => [...before.filter((one) => one !== why), ...(isHeld ? [why] : [])]),
    [],
  );
  return { isHeld: holds.length > 0, hold };
}

/**
 * A carousel on the browser's own scroll snapping. Plays every three seconds, but not while touched, hovered, focused
 * or hidden, and never with reduced motion.
 */
export function Banner({ label, slides, intervalMs = 3000 }: BannerProps) {
  const { t } = useLingui();
  const track = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const { isHeld, hold } = useHolds();
  const still = useMediaQuery(REDUCED_MOTION);
  const visible = useVisible();
  const count = slides.length;

  const show = useCallback(
    (index: number) => {
      const element = track.current;
      element?.scrollTo({ left: index * element.clientWidth, behavior: still ? 'auto' : 'smooth' });
    },
    [still],
  );
  const playing = !still && !isHeld && visible && count > 1;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => show((at + 1) % count), intervalMs);
    return () => clearTimeout(timer);
  }, [playing, at, count, intervalMs, show]);

  return (
    <section
      className={styles['banner']}
      aria-roledescription={t`carousel`}
      aria-label={label}
      // A finger's pointer is cancelled when it begins to pan, its touch goes on.
      onTouchStart={() => hold('touch', true)}
      onTouchEnd={(event) => hold('touch', event.touches.length > 0)}
      onTouchCancel={() => hold('touch', false)}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && hold('hover', true)}
      onPointerLeave={() => hold('hover', false)}
      onFocus={() => hold('focus', true)}
      onBlur={() => hold('focus', false)}
    >
      <div
        ref={track}
        className={styles['track']}
        onScroll={(event) =>
          setAt(Math.round(event.currentTarget.scrollLeft / Math.max(1, event.currentTarget.clientWidth)))
        }
      >
        {slides.map((slide, index) => (
          <div
            key={slide.id}
            className={styles['slide']}
            role="group"
            aria-label={`${index + 1} / ${count}`}
            inert={index !== at}
          >
            {slide.content}
          </div>
        ))}
      </div>
      {count > 1 && <Dots ids={slides.map((slide) => slide.id)} at={at} onPick={show} />}
    </section>
  );
}

function Dots({ ids, at, onPick }: { ids: readonly string[]; at: number; onPick: (index: number) => void }) {
  const { t } = useLingui();
  return (
    <div className={styles['dots']}>
      {ids.map((id, index) => {
        const number = index + 1;
        return (
          <button
            key={id}
            type="button"
            className={styles['dot']}
            aria-label={t`Slide ${number}`}
            aria-current={index === at || undefined}
            onClick={() => onPick(index)}
          />
        );
      })}
    </div>
  );
}
