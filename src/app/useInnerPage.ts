import { useEffect, useRef } from 'react';
import { restoreScroll } from './scroll';

/** For a screen that shows one page or another by its query: scrolls and gives the focus as between screens. @param page names the page */
export function useInnerPage(page: string): void {
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const stop = restoreScroll();
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    return stop;
  }, [page]);
}
