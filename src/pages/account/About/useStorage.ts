import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { bridge } from '../../../bridge/bridge';
import { canRequestPersistence, requestPersistence } from '../../../bridge/persist';
import type { StorageReport } from '../../../bridge/types';
import { toast } from '../../../components/toast';
import { formatSize } from '../../../format/bytes';
import { useLocale } from '../../../i18n/useLocale';

/** Returns the data kept on this device: undefined while the worker counts it, null when the worker does not answer. */
export function useStorage() {
  const { t } = useLingui();
  const locale = useLocale();
  const [report, setReport] = useState<StorageReport | null>();
  const [isClearing, setClearing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const recount = useCallback(async () => setReport(await bridge().storageReport()), []);
  useEffect(() => void recount(), [recount]);

  const clear = async () => {
    setClearing(true);
    const freed = await bridge().clearCache();
    await recount();
    setClearing(false);
    if (!freed) return toast.show(t`The cache could not be cleared. Please try again`, { kind: 'error' });
    const { records: count } = freed;
    const size = formatSize(freed.bytes, locale);
    const told =
      count === 0
        ? t`There was nothing to clear`
        : t`Removed: ${plural(count, { one: '# record', other: '# records' })}, about ${size}`;
    toast.show(told, { kind: 'success' });
  };

  /** The browser decides, by itself or by asking the person. */
  const askToKeep = async () => {
    setAsking(true);
    const isKept = await requestPersistence();
    await recount();
    setAsking(false);
    if (isKept) toast.show(t`The browser keeps it from now on`, { kind: 'success' });
    else toast.show(t`The browser does not promise it yet. It does for apps that are installed or used often`);
  };

  const mayAsk = report?.isPersisted === false && report.mode === 'persistent' && canRequestPersistence();
  return { report, clear, isClearing, askToKeep, isAsking, mayAsk };
}
