import { useLingui } from '@lingui/react/macro';
import { Headset } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useNavigation } from '../navigation';
import { paths } from '../paths';
import styles from './ServiceButton.module.css';
import { dock, readDock, writeDock, type Dock } from './service-dock';

/** Further than this is a drag and no tap. */
const DRAG_PX = 6;
const STEP_PX = 24;

/** The floating customer-service button; the shell shows it when its page exists. */
export default function ServiceButton({ path }: { path: string }) {
  if (path === paths.chatRoom || path === paths.service) return null;
  return <Docked />;
}

function Docked() {
  const { t } = useLingui();
  const { open } = useNavigation();
  const [place, setPlace] = useState(readDock);
  const start = useRef<{ x: number; y: number; isDrag: boolean } | null>(null);
  const settle = (next: Dock) => {
    setPlace(next);
    writeDock(next);
  };
  const onMove = (event: PointerEvent) => {
    const from = start.current;
    if (!from) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAG_PX) from.isDrag = true;
    if (from.isDrag) setPlace(dock(event.clientX, event.clientY, innerWidth, innerHeight));
  };
  const onUp = () => {
    const wasDrag = start.current?.isDrag;
    start.current = null;
    if (wasDrag) settle(place);
    else open(paths.service);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -STEP_PX, ArrowDown: STEP_PX }[event.key];
    if (event.key === 'Enter' || event.key === ' ') return open(paths.service);
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      return settle({ ...place, side: event.key === 'ArrowLeft' ? 'left' : 'right' });
    }
    if (step === undefined) return;
    event.preventDefault();
    settle({ ...place, bottomShare: Math.min(0.9, Math.max(0, place.bottomShare - step / innerHeight)) });
  };
  return (
    <button
      type="button"
      className={styles['button']}
      data-side={place.side}
      style={{ bottom: `calc(var(--rab-tabbar) + var(--rab-safe-bottom) + 26px + ${place.bottomShare * 100}dvh)` }}
      aria-label={t`Customer service`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY, isDrag: false };
      }}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => (start.current = null)}
      onKeyDown={onKeyDown}
    >
      <Headset size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
