/** Hands a file that was made here to the person: into the downloads, or to another app. */

/** Long enough for a browser to begin with it. */
const REVOKE_AFTER_MS = 60_000;

/** Puts it among the downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

const asFile = (file: Blob, name: string) => new File([file], name, { type: file.type });

/** Whether this device can hand such a file to another app. */
export function canShareFile(file: Blob, name: string): boolean {
  // The types promise it; desktop browsers do not keep it.
  const { canShare } = navigator as { canShare?: Navigator['canShare'] };
  return canShare !== undefined && navigator.canShare({ files: [asFile(file, name)] });
}

/** Opens the device's own sheet; that somebody closes it again is no failure. */
export async function shareFile(file: Blob, name: string): Promise<void> {
  await navigator.share({ files: [asFile(file, name)], title: name }).catch(() => {});
}
