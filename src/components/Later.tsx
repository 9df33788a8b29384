import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from '../loading/idle';

/** What stands below that for which one opens a page: it comes right after the first frame, so that a tap shows at once. */
export function Later({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setDue(true))), []);
  return isDue && children;
}
