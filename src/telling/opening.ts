/** Finds the screen that a notice leads to. */
import { NOTICE_QUERY } from '../../contract/notice-link';
import { addressOfNotice, isNoticeKind } from '../../contract/notices';
import { isOpen, paths } from '../app/paths';

interface ShownNotice {
  kind: string;
  subjectId: string;
  accountId?: string | null | undefined;
}

/** @returns the address behind the hash; that of the notice centre where this version has no screen for it */
export function addressToOpen(notice: ShownNotice): string {
  const { kind } = notice;
  const address = isNoticeKind(kind) ? addressOfNotice({ ...notice, kind }) : paths.notices;
  return isOpen(address) ? address : paths.notices;
}

/** Returns the notice that led to an address; null for any other address. */
export function noticeOf(search: string): string | null {
  return new URLSearchParams(search).get(NOTICE_QUERY);
}
