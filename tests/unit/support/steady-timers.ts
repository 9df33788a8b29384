import { systemTimers, type Timers } from '../../../src/bridge/timers';

/** Repeats come exactly at their interval: no random part gets devices out of step. */
export const steadyTimers: Timers = { ...systemTimers, random: () => 0.5 };
