/** The browser's own install prompt, held back until the person asks for it on the install page. */
import { Signal } from '../bridge/signal';

interface InstallPromptEvent extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Null while the browser offers none: it is installed, or the browser has no such prompt. */
export const installPrompt = new Signal<InstallPromptEvent | null>(null);
/** True once the app was installed during this visit. */
export const wasInstalled = new Signal(false);

/** Call once, early: the event comes when the browser likes. */
export function holdInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.set(event as InstallPromptEvent);
  });
  addEventListener('appinstalled', () => {
    installPrompt.set(null);
    wasInstalled.set(true);
  });
}

/** Shows the prompt; call it from a tap. @returns whether the person agreed; false also when there is no prompt */
export async function askToInstall(): Promise<boolean> {
  const event = installPrompt.get();
  if (!event) return false;
  // A prompt can be shown once.
  installPrompt.set(null);
  await event.prompt();
  return (await event.userChoice).outcome === 'accepted';
}
