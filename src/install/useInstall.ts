import { isInstalled } from '../app/viewport';
import { useSignal } from '../bridge/signal';
import { installPrompt, wasInstalled } from './prompt';

/** The way onto this device: `mac` is Safari there, `desktop` and `menu` are browsers without a prompt of ours. */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'mac' | 'desktop' | 'menu';

/** iPadOS says it is a Mac; only the Mac that is touched is one. */
export function isIos(userAgent: string, maxTouchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** The way for a browser that offers no prompt. */
export function wayWithoutPrompt(
  userAgent: string,
  maxTouchPoints: number,
): Exclude<InstallWay, 'installed' | 'prompt'> {
  if (isIos(userAgent, maxTouchPoints)) return 'ios';
  if (/Android|Mobile/.test(userAgent)) return 'menu';
  const isSafari = userAgent.includes('Macintosh') && /Version\/[\d.]+ Safari/.test(userAgent);
  return isSafari ? 'mac' : 'desktop';
}

export function useInstallWay(): InstallWay {
  const prompt = useSignal(installPrompt);
  const isNew = useSignal(wasInstalled);
  if (isNew || isInstalled()) return 'installed';
  if (prompt) return 'prompt';
  return wayWithoutPrompt(navigator.userAgent, navigator.maxTouchPoints);
}
