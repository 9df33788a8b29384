/** Links of notices: in mail, in pushes, and from a closed app. Apart, since the start knows them too. */

/** Stands in the query of an address that a notice leads to: the launch rule keeps such a place, and the page marks that notice as read. */
export const NOTICE_QUERY = 'notice';

/** Returns the address with the notice that leads there. */
export function addressFrom(noticeId: string, address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${NOTICE_QUERY}=${noticeId}`;
}
