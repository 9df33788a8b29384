import { createContext, use, type ReactNode } from 'react';

const Context = createContext<ReactNode>(null);

/** Gives what every NavBar and PageTitle below shows under itself: the shell's offline banner. */
export const BelowTitle = Context;

/** Renders it: NavBar and PageTitle place this slot. */
export function BelowTitleSlot() {
  return use(Context);
}
