import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Headset } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { useLocation } from 'wouter';
import { confirmServiceDelivery, serviceUnread } from '../../../contract/calls/service';
import { bridge } from '../../bridge/bridge';
import { keepSending } from '../../bridge/messages';
import { useCall } from '../../bridge/useCall';
import { CountBadge } from '../../components/CountBadge';
import { useNavigation } from '../navigation';
import { isOpen, paths } from '../paths';
import styles from './ServiceButton.module.css';
import { dock, MAX_SHARE, readDock, writeDock, type Dock } from './service-dock';
import { freeShift } from './service-place';
import { serviceMark } from './tabs';

/** Further than this is a drag and no tap. */
const DRAG_PX = 6;
const STEP_PX = 24;
/** The page rests when nothing has moved for so long. */
const REST_MS = 250;

interface ServiceButtonProps {
  /** False: it only counts, and sends what waits. */
  isShown: boolean;
}

/** The floating customer-service button with the number of unread answers, on every tab. */
export default function ServiceButton({ isShown }: ServiceButtonProps) {
  useEffect(keepSending, []);
  const unread = useUnreadAnswers();
  return isShown ? <Docked unread={unread} /> : null;
}

/** Counts, marks the rail's entry, and tells the gateway that the answers have come to a device of the person's. */
function useUnreadAnswers(): number {
  const { data } = useCall(serviceUnread, {});
  const unread = data?.unread ?? 0;
  const newest = data?.newest ?? null;
  useEffect(() => {
    // A failure changes nothing: the next message's confirmation is of this one, too.
    if (newest !== null) void bridge().write(confirmServiceDelivery, { upTo: newest });
  }, [newest]);
  useEffect(() => {
    serviceMark.set(unread > 0 ? <CountBadge count={unread} className={undefined} /> : null);
    return () => serviceMark.set(null);
  }, [unread]);
  return unread;
}

/** A place of the button: so far above the one that it was put at, px; tucked into the edge while none is known to be free. */
interface Stand {
  shift: number;
  isTucked: boolean;
}

/** The button keeps to the edge while the page moves, and comes out when it rests, where it covers nothing. */
function useStand(button: RefObject<HTMLElement | null>, place: Dock, drag: RefObject<unknown>): Stand {
  const [path] = useLocation();
  const [rest, setRest] = useState({ place, path: '', shift: 0, isTucked: true });
  useEffect(() => {
    const content = document.getElementById('content');
    if (!content) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      timer = undefined;
      if (drag.current !== null) return settleSoon();
      const shift = button.current && freeShift(button.current, content);
      setRest({ place, path, shift: shift ?? 0, isTucked: shift === null });
    };
    const settleSoon = () => (timer ??= setTimeout(settle, REST_MS));
    const onScroll = () => {
      setRest((last) => (last.isTucked ? last : { ...last, isTucked: true }));
      clearTimeout(timer);
      timer = setTimeout(settle, REST_MS);
    };
    const sizes = new ResizeObserver(settleSoon);
    sizes.observe(content);
    const parts = new MutationObserver(settleSoon);
    parts.observe(content, { childList: true, subtree: true });
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', settleSoon);
    settleSoon();
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      parts.disconnect();
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', settleSoon);
    };
  }, [button, place, path, drag]);
  // It follows the finger.
  if (rest.place !== place) return { shift: 0, isTucked: false };
  return { shift: rest.shift, isTucked: rest.isTucked || rest.path !== path };
}

function Docked({ unread }: { unread: number }) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const [place, setPlace] = useState(readDock);
  const button = useRef<HTMLButtonElement>(null);
  const start = useRef<{ x: number; y: number; isDrag: boolean } | null>(null);
  const { shift, isTucked } = useStand(button, place, start);
  const openService = () => open(isOpen(paths.service) ? paths.service : paths.chatRoom);
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
    const from = start.current;
    start.current = null;
    if (from?.isDrag) settle(place);
    else if (from) openService();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -STEP_PX, ArrowDown: STEP_PX }[event.key];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return openService();
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      return settle({ ...place, side: event.key === 'ArrowLeft' ? 'left' : 'right' });
    }
    if (step === undefined) return;
    event.preventDefault();
    settle({ ...place, bottomShare: Math.min(MAX_SHARE, Math.max(0, place.bottomShare - step / innerHeight)) });
  };
  return (
    <button
      ref={button}
      type="button"
      className={styles['button']}
      data-side={place.side}
      data-tucked={isTucked || undefined}
      style={{ '--share': place.bottomShare, '--shift': shift } as CSSProperties}
      aria-label={
        unread === 0
          ? t`Customer service`
          : t`Customer service, ${plural(unread, { one: '# unread answer', other: '# unread answers' })}`
      }
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY, isDrag: false };
      }}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => (start.current = null)}
      onClick={(event) => {
        // Screen readers tap without a pointer; a finger's tap has been followed already.
        if (event.detail === 0) openService();
      }}
      onKeyDown={onKeyDown}
    >
      <Headset size={20} strokeWidth={1.75} aria-hidden="true" />
      <CountBadge count={unread} className={styles['count']} />
    </button>
  );
}
