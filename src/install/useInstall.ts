import { isInstalled } from '../app/viewport';
import { useSignal } from '../bridge/signal';
import { installPrompt, wasInstalled } from './prompt';

/** How the app gets onto this device. */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'menu';

/** iPadOS says it is a Mac; only the Mac that is touched is one. */
export function isIos(userAgent: string, maxTouchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

export function useInstallWay(): InstallWay {
  const prompt = useSignal(installPrompt);
  const isNew = useSignal(wasInstalled);
  if (isNew || isInstalled()) return 'installed';
  if (prompt) return 'prompt';
  return isIos(navigator.userAgent, navigator.maxTouchPoints) ? 'ios' : 'menu';
}
