/** Links of notices: in mail, in pushes, and from a closed app. Apart, since the start knows them too. */

/** Stands in the query of an address that a notice leads to: the launch rule keeps such a place, and the page marks that notice as read. */
export const NOTICE_QUERY = 'notice';

/** Stand in the query too, for the person's id and that of the trading account that a notice is about: nobody else is shown it there. */
export const OWNER_QUERY = 'owner';
export const ACCOUNT_QUERY = 'owner-account';

export function withQuery(address: string, name: string, value: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;
}

/** Returns the address with the notice that leads there, and whose it is. */
export function addressFrom({ id, userId }: { id: string; userId: string }, address: string): string {
  return withQuery(withQuery(address, NOTICE_QUERY, id), OWNER_QUERY, userId);
}
