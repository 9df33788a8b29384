import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';

/** Names a trading account as its owner does; the main one has no name of its own. */
export function useAccountName(): (account: { kind: 'main' | 'sub'; name: string }) => string {
  const { t } = useLingui();
  return useCallback(({ kind, name }) => (kind === 'main' ? t`Main account` : name), [t]);
}
