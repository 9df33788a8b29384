import { startTransition, useEffect, useState } from 'react';

/** The page renders its parts after the list in these steps: the filters, their choices, and the sheets. */
export const STEP = { filters: 1, chips: 2, sheets: 3 } as const;

/**
 * Counts from 0 to `last`, a step a frame: a page whose parts come into being one after the other keeps no finger waiting
 * for all of them at once.
 */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return;
    const frame = requestAnimationFrame(() => startTransition(() => setStep(step + 1)));
    return () => cancelAnimationFrame(frame);
  }, [step, last]);
  return step;
}
