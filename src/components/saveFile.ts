import { isIos } from '../install/useInstall';

/** How handing over a file ended; what the person broke off is no failure. */
export type SaveOutcome = 'saved' | 'cancelled' | 'failed';

/**
 * Gives the person a file that was made on the device: as a download, on iOS through the share sheet, since an installed
 * app there has no downloads. Call it from a tap. Never throws.
 */
export async function saveFile(file: File): Promise<SaveOutcome> {
  const isShared =
    isIos(navigator.userAgent, navigator.maxTouchPoints) && navigator.canShare?.({ files: [file] }) === true;
  return isShared ? share(file) : download(file);
}

async function share(file: File): Promise<SaveOutcome> {
  try {
    await navigator.share({ files: [file] });
    return 'saved';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'failed';
  }
}

function download(file: File): SaveOutcome {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser has taken the bytes over by the end of the task that follows the click.
  setTimeout(() => URL.revokeObjectURL(address), 0);
  return 'saved';
}
