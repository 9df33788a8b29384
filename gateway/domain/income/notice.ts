import type { LiveNotice } from '../../../contract/calls/live';

/** The one notice of everything that a person is credited on a UTC day. @param now UTC ms */
export function incomeNotice(now: number): LiveNotice {
  return { kind: 'income-credited', subjectId: new Date(now).toISOString().slice(0, 10) };
}
