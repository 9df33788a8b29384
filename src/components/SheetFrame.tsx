import { useLingui } from '@lingui/react/macro';
import { Globals } from '@react-spring/web';
import Popup from 'antd-mobile/es/components/popup';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { IconButton } from './IconButton';
import styles from './Sheet.module.css';
import { useFocusTrap } from './useFocusTrap';
import type { SheetProps } from './sheet-props';

/** Pulling the grabber this far down closes. */
const PULL_PX = 60;

// The kit animates with springs that know nothing of the system's setting.
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const followReducedMotion = () => Globals.assign({ skipAnimation: reducedMotion.matches });
followReducedMotion();
reducedMotion.addEventListener('change', followReducedMotion);

/** The kit's Popup with what it lacks: role, focus, Esc. */
export function SheetFrame(props: SheetProps) {
  const { open, onClose, busy = false } = props;
  return (
    <Popup
      visible={open}
      destroyOnClose
      bodyClassName={styles['body']}
      maskClassName={styles['mask']}
      onMaskClick={() => {
        if (!busy) onClose();
      }}
    >
      <Panel {...props} />
    </Popup>
  );
}

function Panel({ open, onClose, title, children, footer, busy = false, onKeyDown }: SheetProps) {
  const { t } = useLingui();
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusTrap(panel, heading, open);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !busy) {
      event.stopPropagation();
      onClose();
      return;
    }
    onKeyDown?.(event);
  };
  return (
    <div
      ref={panel}
      className={styles['panel']}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      aria-busy={busy || undefined}
      onKeyDown={handleKey}
    >
      <Grabber disabled={busy} onClose={onClose} />
      <header className={styles['head']}>
        <h2 id={titleId} ref={heading} className={styles['title']} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label={t`Close`} icon={<X size={22} strokeWidth={1.75} />} disabled={busy} onClick={onClose} />
      </header>
      <div className={styles['content']}>{children}</div>
      {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
    </div>
  );
}

/** For fingers only; keyboards and screen readers have the close button. */
function Grabber({ disabled, onClose }: { disabled: boolean; onClose: () => void }) {
  const [startY, setStartY] = useState<number | null>(null);
  useEffect(() => {
    if (disabled) setStartY(null);
  }, [disabled]);
  const end = (event: PointerEvent) => {
    if (startY !== null && event.clientY - startY > PULL_PX) onClose();
    setStartY(null);
  };
  return (
    <div
      className={styles['grabber']}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (disabled) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setStartY(event.clientY);
      }}
      onPointerUp={end}
      onPointerCancel={() => setStartY(null)}
    >
      <i />
    </div>
  );
}
