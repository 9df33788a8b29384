/** Hands a file that was made on the device to the person: into the downloads, or to another app. */
import { isIos } from '../install/useInstall';

/** The end of handing over a file; when the person breaks it off, that is no failure. */
export type SaveOutcome = 'saved' | 'cancelled' | 'failed';

/** Long enough for a browser to begin the download. */
const REVOKE_AFTER_MS = 60_000;

/** Puts the file among the downloads. */
export function downloadFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

/** Returns whether this device can hand such a file to another app. */
export function canShareFile(file: File): boolean {
  // The types promise it; desktop browsers do not keep it.
  const { canShare } = navigator as { canShare?: Navigator['canShare'] };
  return canShare !== undefined && navigator.canShare({ files: [file] });
}

/** Opens the device's own sheet. Never throws. */
export function shareFile(file: File): Promise<SaveOutcome> {
  return share({ files: [file], title: file.name });
}

async function share(data: ShareData): Promise<SaveOutcome> {
  try {
    await navigator.share(data);
    return 'saved';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'failed';
  }
}

/** A download; on iOS the sheet, from which it gets among the photos and files. Call it from a tap. Never throws. */
export async function saveFile(file: File): Promise<SaveOutcome> {
  if (isIos(navigator.userAgent, navigator.maxTouchPoints) && canShareFile(file)) return shareFile(file);
  downloadFile(file);
  return 'saved';
}

/** Returns whether this device has a sheet to hand a link to another app. */
export function canShareText(): boolean {
  return 'share' in navigator;
}

/** Opens the device's own sheet with a text or a link. Call it from a tap. Never throws. */
export function shareText(data: ShareData): Promise<SaveOutcome> {
  return share(data);
}
