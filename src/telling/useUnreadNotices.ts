import { unreadNotices } from '../../contract/calls/telling';
import { useCall } from '../bridge/useCall';
import { useSignal } from '../bridge/signal';
import { readMarks, type ReadMarks } from './read-marks';

/** Takes off what was read here and the gateway does not know yet. */
export function unreadWith(count: number, { untold: { ids, until } }: ReadMarks): number {
  return until > 0 ? 0 : Math.max(0, count - ids.length);
}

/** Returns the number on the bell. */
export function useUnreadNotices(): number {
  const { data } = useCall(unreadNotices, {});
  const marks = useSignal(readMarks);
  return data ? unreadWith(data.count, marks) : 0;
}
