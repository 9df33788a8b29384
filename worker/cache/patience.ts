import type { SetTimer } from '../environment';

/** As long as the disk may take for one step before nobody waits for it. */
export const PATIENCE_MS = 3_500;
/** While a step is held up, the others are not waited for either. */
const HELD_UP_MS = 100;

/**
 * [Note: Held up] A tab that the system suspends in the middle of a transaction holds up the transactions of all others, for a
 * minute or for as long as it sleeps. Nothing can take the transaction away. So work that a person waits for goes on without the
 * disk: rows that it wanted to read count as missing, and its writes are made when the disk is free, in the same order.
 */
export class Patience {
  #heldUp = 0;

  constructor(private readonly setTimer: SetTimer) {}

  /**
   * Waits for `step` for a while; a late step goes on all the same.
   * @returns its result, undefined when it is late. @throws what `step` throws in time
   */
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
