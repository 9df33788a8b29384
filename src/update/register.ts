/** Registers the service worker of production builds. It asks the person nothing: a new version waits for the next visit. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  try {
    await new Workbox('/service-worker.js', { scope: '/' }).register();
  } catch {
    // Refused by the browser or not reachable: the app works without, it only does not open offline.
  }
}
