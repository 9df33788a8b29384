/** The host of another site's address; null for one that cannot be read, which is shown as text and not as a link. */
export function hostOf(address: string): string | null {
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
}
