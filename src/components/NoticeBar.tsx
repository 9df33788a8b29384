import { useLingui } from '@lingui/react/macro';
import { ChevronRight, Megaphone } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import styles from './NoticeBar.module.css';
import { REDUCED_MOTION, useMediaQuery } from './useMediaQuery';

export interface NoticeBarProps {
  notices: readonly { id: string; text: string }[];
  /** A tap on the notice that is shown. */
  onOpen?: (id: string) => void;
}

/** Speed at which a text that is too long passes by. */
const PX_PER_SECOND = 40;
/** Time for which a text that fits stays. */
const REST_MS = 5000;

/**
 * The scrolling notice. A text that fits rests five seconds, a longer one passes by once, then comes the next. With
 * reduced motion the text wraps and a tap on the counter steps.
 */
export function NoticeBar({ notices, onOpen }: NoticeBarProps) {
  const { t } = useLingui();
  const still = useMediaQuery(REDUCED_MOTION);
  const [at, setAt] = useState(0);
  const [held, setHeld] = useState(false);
  const count = notices.length;
  const notice = notices[at % Math.max(1, count)];
  if (!notice) return null;
  const next = () => setAt((index) => (index + 1) % count);
  return (
    <div
      className={styles['bar']}
      role="group"
      aria-label={t`Notices`}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Megaphone size={18} strokeWidth={1.75} aria-hidden="true" />
      <button type="button" className={styles['notice']} disabled={!onOpen} onClick={() => onOpen?.(notice.id)}>
        {still ? (
          <span>{notice.text}</span>
        ) : (
          <Passing key={notice.id} text={notice.text} held={held} onDone={count > 1 ? next : null} />
        )}
      </button>
      {still && count > 1 && (
        <button type="button" className={styles['step']} aria-label={t`Next notice`} onClick={next}>
          {at + 1}/{count}
        </button>
      )}
      {onOpen && <ChevronRight className={styles['chevron']} size={16} aria-hidden="true" />}
    </div>
  );
}

function Passing({ text, held, onDone }: { text: string; held: boolean; onDone: (() => void) | null }) {
  const ref = useRef<HTMLSpanElement>(null);
  const done = useRef(onDone);
  useLayoutEffect(() => {
    done.current = onDone;
  });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || held) return;
    const excess = element.scrollWidth - (element.parentElement?.clientWidth ?? 0);
    if (excess <= 0) {
      if (!done.current) return;
      const timer = setTimeout(() => done.current?.(), REST_MS);
      return () => clearTimeout(timer);
    }
    const passing = element.animate([{ transform: 'none' }, { transform: `translateX(${-excess}px)` }], {
      delay: 1500,
      endDelay: 2000,
      duration: (excess / PX_PER_SECOND) * 1000,
      iterations: done.current ? 1 : Infinity,
    });
    passing.onfinish = () => done.current?.();
    return () => passing.cancel();
  }, [text, held]);
  return (
    <span ref={ref} className={styles['passing']}>
      {text}
    </span>
  );
}
