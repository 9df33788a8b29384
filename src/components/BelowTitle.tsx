import { createContext, use, type ReactNode } from 'react';

const Context = createContext<ReactNode>(null);

/** Gives what every NavBar and PageTitle below shows under itself: the shell's offline banner. */
export const BelowTitle = Context;

/** Where it appears. */
export function BelowTitleSlot() {
  return use(Context);
}
