/** Registers the service worker of production builds. It asks the person nothing: a new version waits for the next visit. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // What it keeps for later has time until the page has what it needs now.
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  try {
    await navigator.serviceWorker.register('/service-worker.js', { scope: '/' });
  } catch {
    // Refused by the browser or not reachable: the app works without, it only does not open offline.
  }
}
