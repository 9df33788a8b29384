import { useSignal } from '../bridge/signal';
import { updater } from './instance';
import { phaseOf, type UpdatePhase, type UpdateState } from './phase';
import type { Updater } from './updater';

export interface Update extends UpdateState {
  phase: UpdatePhase;
  updater: Updater;
}

/** Returns the state of updates, and the updater that acts on it. */
export function useUpdate(): Update {
  const state = useSignal(updater().state);
  return { ...state, phase: phaseOf(state), updater: updater() };
}
