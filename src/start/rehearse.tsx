import { Activity, type ComponentType, type ReactNode } from 'react';
import { createRoot } from './react';

/** A screen that has not come into being by then is not waited for. */
const REHEARSAL_LIMIT_MS = 2_000;

/**
 * Renders a screen once where nobody sees it, in pieces and when there is time, and throws it away: browsers compile code
 * when it first runs, and that is not to be on the tap. It stands in no document and none of its effects run.
 * @param Frame around every screen
 */
export function rehearse(Screen: ComponentType, Frame: ComponentType<{ children: ReactNode }>): Promise<void> {
  return new Promise((resolve) => {
    const stage = document.createElement('div');
    // The rehearsal has neither the screen's query nor its data; the app tells errors when the person opens the screen.
    const root = createRoot(stage, { onUncaughtError: () => end(), onRecoverableError: () => {} });
    const observer = new MutationObserver(() => end());
    const timer = setTimeout(() => end(), REHEARSAL_LIMIT_MS);
    const end = () => {
      clearTimeout(timer);
      observer.disconnect();
      // Not from within React's own work.
      queueMicrotask(() => root.unmount());
      resolve();
    };
    observer.observe(stage, { childList: true });
    root.render(
      <Frame>
        <Activity mode="hidden">
          <Screen />
        </Activity>
      </Frame>,
    );
  });
}
