import { act } from 'react';

/** Far more turns than any chain of messages takes; a check that never holds fails with its own words. */
const MAX_TURNS = 400;

/** Lets messages and renders go on, turn by turn, until `check` holds. @throws what it throws last */
export async function eventually(check: () => void): Promise<void> {
  for (let turn = 0; ; turn++) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));
    try {
      return check();
    } catch (error) {
      if (turn === MAX_TURNS) throw error;
    }
  }
}
