import { useEffect, useState } from 'react';

/** Marks our own card among the dialogs. */
export const OWN_DIALOG = 'data-update-card';

/**
 * Tells whether another dialog is open or busy: an update waits for it, and never interrupts a money action.
 * Looks only while `isWatching`.
 */
export function useOtherDialog(isWatching: boolean): 'none' | 'open' | 'busy' {
  const [found, setFound] = useState<'none' | 'open' | 'busy'>('none');
  useEffect(() => {
    if (!isWatching) return;
    const look = () => {
      const others = [...document.querySelectorAll(`dialog[open]:not([${OWN_DIALOG}])`)];
      const isBusy = others.some((dialog) => dialog.getAttribute('aria-busy') === 'true');
      setFound(isBusy ? 'busy' : others.length > 0 ? 'open' : 'none');
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-busy', 'open'] });
    return () => observer.disconnect();
  }, [isWatching]);
  return found;
}
