import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { bridge } from '../../../bridge/bridge';
import type { StorageReport } from '../../../bridge/types';
import { toast } from '../../../components/toast';

/** What is kept on this device: undefined while it is counted, null when the worker does not answer. */
export function useStorage() {
  const { t } = useLingui();
  const [report, setReport] = useState<StorageReport | null>();
  const [isClearing, setClearing] = useState(false);
  const count = useCallback(async () => setReport(await bridge().storageReport()), []);
  useEffect(() => void count(), [count]);

  const clear = async () => {
    setClearing(true);
    const isCleared = await bridge().clearCache();
    await count();
    setClearing(false);
    if (isCleared) toast.show(t`The cache is cleared`, { kind: 'success' });
    else toast.show(t`The cache could not be cleared. Please try again`, { kind: 'error' });
  };
  return { report, clear, isClearing };
}
