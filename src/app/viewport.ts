/**
 * Started from the home screen, iOS reports a dynamic viewport that is short by the status bar, and its
 * `navigator.standalone` can be true while the display mode says otherwise. There the height is measured.
 */
export function isInstalled(): boolean {
  const onIos = (navigator as Navigator & { standalone?: boolean }).standalone === true;
  return onIos || matchMedia('(display-mode: standalone)').matches;
}

/** Keeps `--rab-root-height` at the measured height while installed. Call once. */
export function startViewport(): void {
  if (!isInstalled()) return;
  const measure = () => {
    const height = Math.max(innerHeight, document.documentElement.clientHeight);
    document.documentElement.style.setProperty('--rab-root-height', `${height}px`);
  };
  measure();
  addEventListener('resize', measure);
  addEventListener('orientationchange', measure);
  addEventListener('pageshow', measure);
}
