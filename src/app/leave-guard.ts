/** The app asks once before somebody leaves a form with input that is not sent. */
import { useEffect } from 'react';
import { Signal } from '../bridge/signal';
import { appHistory } from './navigation';

export interface LeaveQuestion {
  leave: () => void;
}

/** The question that the shell asks now; null for none. */
export const leaveQuestion = new Signal<LeaveQuestion | null>(null);

/**
 * Has the person asked before back or a link takes them from a form whose contents would be lost. Forms that keep a
 * draft need none. @param isDirty asked at that moment; the same function for as long as the page is there
 */
export function useLeaveGuard(isDirty: () => boolean): void {
  useEffect(() => appHistory.guard({ isDirty, ask: (leave) => leaveQuestion.set({ leave }) }), [isDirty]);
}
