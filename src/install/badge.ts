/** The number on the app's icon: announcements and news that are newer than what the person has seen, orders that wait, and unread notices. */

const counts = { contents: 0, orders: 0, notices: 0 };

/** @param publishedAtMs when each was published, UTC ms @param seenAtMs the newest that was seen */
export function countUnread(publishedAtMs: readonly number[], seenAtMs: number): number {
  return publishedAtMs.filter((at) => at > seenAtMs).length;
}

/** Shows the numbers together on the icon of the installed app, nothing at zero; where there is no such thing, nothing happens. */
export function showBadge(changed: Partial<typeof counts>): void {
  Object.assign(counts, changed);
  if (!('setAppBadge' in navigator)) return;
  const count = counts.contents + counts.orders + counts.notices;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // Refused where the app is not installed, or without permission.
  shown.catch(() => undefined);
}
