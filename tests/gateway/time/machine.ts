/** A machine whose clocks a test sets. */
import type { MachineClocks } from '../../../gateway/adapters/steady-clock';

export interface TestMachine extends MachineClocks {
  /** Time passes, on every clock. */
  pass(ms: number): void;
  /** The machine sleeps: only the clock of its processes stands still. */
  sleep(ms: number): void;
  /** A virtual machine is stopped and goes on; its clock is put right afterwards. */
  stop(ms: number): void;
  /** Somebody sets its clock. */
  set(wall: number): void;
}

/** @param wall UTC ms that its clock begins with */
export function testMachine(wall = Date.now()): TestMachine {
  const clocks = { wall, awake: 1000, withSleep: 5000 };
  return {
    wall: () => clocks.wall,
    awake: () => clocks.awake,
    withSleep: () => clocks.withSleep,
    pass(ms) {
      clocks.wall += ms;
      clocks.awake += ms;
      clocks.withSleep += ms;
    },
    sleep(ms) {
      clocks.wall += ms;
      clocks.withSleep += ms;
    },
    stop(ms) {
      clocks.wall += ms;
    },
    set(next) {
      clocks.wall = next;
    },
  };
}
