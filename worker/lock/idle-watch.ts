/**
 * Tells app lock when to lock by itself. Two clocks measure the time, and the first that says it is over wins: the monotonic
 * clock may stand while the device sleeps, and the other clock can be set.
 */
import type { Environment } from '../environment';

/** In sight and untouched, "at once" is after this. */
const LEAST_IDLE_MS = 60_000;
/** A clock that was set back by more was not merely corrected. */
const SET_BACK_MS = 60_000;

type Clocks = Pick<Environment, 'now' | 'uptime' | 'setTimer'>;

export class IdleWatch {
  #wallAt = 0;
  #monotonicAt = 0;
  #afterMs = 0;
  #isVisible = true;
  #isRunning = false;
  #callOff: () => void = () => {};

  constructor(
    private readonly clocks: Clocks,
    private readonly onOver: () => void,
  ) {}

  /** From now on, with somebody looking. */
  start(afterMs: number): void {
    this.#afterMs = afterMs;
    this.#isVisible = true;
    this.#isRunning = true;
    this.#touch();
  }

  stop(): void {
    this.#isRunning = false;
    this.#callOff();
  }

  /** Somebody did something, here or in another tab. */
  touched(): void {
    if (this.#isStillOn()) this.#touch();
  }

  seen(isVisible: boolean): void {
    if (!this.#isStillOn()) return;
    this.#isVisible = isVisible;
    this.#touch();
  }

  #touch(): void {
    this.#wallAt = this.clocks.now();
    this.#monotonicAt = this.clocks.uptime();
    this.#isStillOn();
  }

  #isStillOn(): boolean {
    if (!this.#isRunning) return false;
    this.#callOff();
    const limitMs = this.#isVisible ? Math.max(this.#afterMs, LEAST_IDLE_MS) : this.#afterMs;
    const wall = this.clocks.now() - this.#wallAt;
    const elapsed = Math.max(wall, this.clocks.uptime() - this.#monotonicAt);
    if (elapsed >= limitMs || wall < -SET_BACK_MS) {
      this.#isRunning = false;
      this.onOver();
      return false;
    }
    this.#callOff = this.clocks.setTimer(() => void this.#isStillOn(), limitMs - elapsed);
    return true;
  }
}
