/** The number on the app's icon: how many notices and news are newer than what the person has seen. */

/** @param publishedAtMs when each was published, UTC ms @param seenAtMs the newest that was seen */
export function countUnread(publishedAtMs: readonly number[], seenAtMs: number): number {
  return publishedAtMs.filter((at) => at > seenAtMs).length;
}

/** Shows the number on the icon of the installed app, nothing at zero; where there is no such thing, nothing happens. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // Refused where the app is not installed, or without permission.
  shown.catch(() => undefined);
}
