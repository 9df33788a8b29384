import { useCallback, useState } from 'react';
import { readFlow, writeFlow, type Flow, type FlowName } from './flow';

/** A flow as React state, and the way to add to it. */
export function useFlow(name: FlowName): [Flow, (patch: Flow) => void] {
  const [flow, setFlow] = useState(() => readFlow(name));
  const patch = useCallback(
    (part: Flow) => {
      const next = { ...readFlow(name), ...part };
      writeFlow(name, next);
      setFlow(next);
    },
    [name],
  );
  return [flow, patch];
}
