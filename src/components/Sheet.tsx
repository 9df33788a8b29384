import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { IconButton } from './IconButton';
import { ModalDialog } from './ModalDialog';
import styles from './Sheet.module.css';
import { useSheetHistory } from './useSheetHistory';

export interface SheetProps {
  open: boolean;
  /** Esc, back, the mask, the grabber and the close button; not called while busy. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  /** Something is being submitted: the sheet cannot be dismissed. */
  busy?: boolean;
  /** Physical keys while the sheet is open; for keypads. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** Pulling the grabber this far down closes. */
const PULL_PX = 60;

/** A bottom sheet; from 1024 px a centred dialog of 440. */
export function Sheet(props: SheetProps) {
  const { open } = props;
  const [isThere, setThere] = useState(open);
  if (open && !isThere) setThere(true);
  const onLeft = useCallback(() => setThere(false), []);
  // Most sheets of a page are never opened, and a page should not wait for them.
  return isThere && <Frame {...props} onLeft={onLeft} />;
}

interface FrameProps extends SheetProps {
  /** Called when the sheet has slid out. */
  onLeft: () => void;
}

function Frame({ open, onClose, onLeft, title, children, footer, busy = false, onKeyDown }: FrameProps) {
  const { t } = useLingui();
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useSheetHistory(open, busy, onClose);
  useSlideOut(panel, open, onLeft);
  return (
    <ModalDialog
      className={styles['sheet']}
      aria-labelledby={titleId}
      heading={heading}
      open={open}
      busy={busy}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={styles['mask']} aria-hidden="true" onClick={busy ? undefined : onClose} />
      <div ref={panel} className={styles['panel']}>
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
    </ModalDialog>
  );
}

/** Its styles move the panel of a sheet that has closed; it has left once nothing moves any more. */
function useSlideOut(panel: RefObject<HTMLElement | null>, open: boolean, onLeft: () => void): void {
  useLayoutEffect(() => {
    if (open) return;
    const moves = panel.current?.getAnimations() ?? [];
    if (moves.length === 0) return onLeft();
    let isWanted = true;
    void Promise.allSettled(moves.map(({ finished }) => finished)).then(() => isWanted && onLeft());
    return () => {
      isWanted = false;
    };
  }, [panel, open, onLeft]);
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
