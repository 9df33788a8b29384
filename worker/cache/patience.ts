import type { SetTimer } from '../environment';

/** As long as the disk may take for one step before nobody waits for it. */
export const PATIENCE_MS = 3_500;
/** While a step is held up, the others are not waited for either. */
const HELD_UP_MS = 100;

/**
 * [Note: Held up] A tab that the system suspends in the middle of a transaction holds up the transactions of all others, for a minute or for
 * as long as it sleeps. Nothing can take it away. So what a person waits for goes on without the disk: what was to be read counts as
 * missing, and what is to be written is written when the disk is free, in the same order.
 */
export class Patience {
  #heldUp = 0;

  constructor(private readonly setTimer: SetTimer) {}

  /** What comes of `step`, or undefined when it is late; it goes on all the same. @throws what `step` throws in time */
  async with<T>(step: Promise<T>): Promise<T | undefined> {
    let callOff = () => {};
    const late = new Promise<undefined>((resolve) => {
      callOff = this.setTimer(
        () => {
          this.#heldUp += 1;
          const end = () => void (this.#heldUp -= 1);
          step.then(end, end);
          resolve(undefined);
        },
        this.#heldUp > 0 ? HELD_UP_MS : PATIENCE_MS,
      );
    });
    try {
      return await Promise.race([step, late]);
    } finally {
      callOff();
    }
  }
}
