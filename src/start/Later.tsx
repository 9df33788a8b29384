import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from './idle';

/** Renders children right after the first frame, so that the first paint stays cheap and a tap shows at once. */
export function Later({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(!TRICK.later);
  useEffect(() => afterPaint(() => startTransition(() => setDue(true))), []);
  return isDue && children;
}
