import { systemTimers, type Timers } from '../../../src/bridge/timers';

/** Random times, by which devices get out of step, are as early as they may be. */
export const steadyTimers: Timers = { ...systemTimers, random: () => 0 };
