import { systemTimers, type Timers } from '../../../src/bridge/timers';

/** What is repeated comes exactly as often as it says, and nothing else waits for devices to get out of step. */
export const steadyTimers: Timers = { ...systemTimers, random: () => 0.5 };
