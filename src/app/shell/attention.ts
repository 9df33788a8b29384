import { Signal } from '../../bridge/signal';

/** How many of the person's orders wait for them, as far as the page knows; the Trade tab shows it. */
export const attention = new Signal(0);
