/**
 * While the app is unlocked: a cover hides it at once when it goes out of sight or another window comes before it, and
 * the worker is told what the person does, which decides when it locks.
 */
import { bridge } from '../bridge/bridge';
import { KEPT_FORMS_KEY } from '../update/kept-forms';
import './cover.css';

/** Touches are told to the worker at most once in this time. */
const TOUCH_EVERY_MS = 5_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

let running: AbortController | null = null;

function setCover(isCovered: boolean): void {
  document.documentElement.toggleAttribute('data-covered', isCovered);
}

/** Uncovers after the worker has looked whether it is time to lock. */
async function comeBack(): Promise<void> {
  const answer = await bridge().lock({ do: 'seen', isVisible: true });
  // It stays covered: the lock screen takes the cover away.
  if (!answer) return bridge().assumeLocked();
  if (document.visibilityState !== 'visible') return;
  if (!answer.lock.isOn) stopLockWatch();
  // Locked contents are not on the screen any more: the lock's event came before this answer.
  setCover(false);
}

/** With a lock nothing of a form is left in the open, not even over a restart ([Note: Kept forms]). */
function leave(): void {
  goAway();
  try {
    sessionStorage.removeItem(KEPT_FORMS_KEY);
  } catch {
    // Storage is refused: nothing was kept.
  }
}

function goAway(): void {
  setCover(true);
  void bridge().lock({ do: 'seen', isVisible: false });
}

/** Begins once the app is unlocked, or the lock has been turned on. */
export function startLockWatch(): void {
  if (running) return;
  running = new AbortController();
  bridge().isUnderLock = true;
  const { signal } = running;
  let toldAt = -Infinity;
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'visible' ? void comeBack() : goAway()),
    { signal },
  );
  addEventListener('pagehide', leave, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && void comeBack(), { signal });
  addEventListener('blur', () => setCover(true), { signal });
  addEventListener('focus', () => void comeBack(), { signal });
  const onTouch = () => {
    // Some engines tell of no focus after their own dialogs.
    if (document.documentElement.hasAttribute('data-covered')) void comeBack();
    if (performance.now() - toldAt < TOUCH_EVERY_MS) return;
    toldAt = performance.now();
    void bridge().lock({ do: 'touched' });
  };
  for (const touch of TOUCHES) addEventListener(touch, onTouch, { signal, passive: true, capture: true });
}

/** There is nothing to see, or no lock any more. */
export function stopLockWatch(): void {
  if (running) bridge().isUnderLock = false;
  running?.abort();
  running = null;
  setCover(false);
}
