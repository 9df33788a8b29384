/** Tells whose a notice is, by the address that it leads to (contract/notice-link.ts). */
import type { SessionState } from '../../contract/events';
import { ACCOUNT_QUERY, OWNER_QUERY } from '../../contract/notice-link';

/** Null for what an address does not say. */
export interface Owner {
  userId: string | null;
  accountId: string | null;
}

export function ownerOf(search: string): Owner {
  const query = new URLSearchParams(search);
  return { userId: query.get(OWNER_QUERY), accountId: query.get(ACCOUNT_QUERY) };
}

/** Returns whether an address shows a record of another person, or of another of the person's accounts than the one shown. */
export function isOfAnother(search: string, session: SessionState | null): boolean {
  if (session?.state !== 'open') return false;
  const { userId, accountId } = ownerOf(search);
  return (userId ?? session.userId) !== session.userId || (accountId ?? session.accountId) !== session.accountId;
}
