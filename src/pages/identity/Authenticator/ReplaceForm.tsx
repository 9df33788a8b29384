import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { replaceAuthenticator } from '../../../../contract/calls/identity';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { CodeField } from '../../../components/CodeField';
import { SecondFactor } from '../../account/parts/SecondFactor';
import shared from '../parts/identity.module.css';
import type { BindProps } from './BindForm';
import styles from './Authenticator.module.css';

/** Another authenticator: a code of the new one, then at once one of the old one, which may be a recovery code. */
export function ReplaceForm({ setup, onBound, onExpired }: BindProps) {
  const { t } = useLingui();
  const { run, isRunning } = useWriteCall(replaceAuthenticator);
  const [newCode, setNewCode] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const replace = async (code: string, current: string) => {
    setError(undefined);
    const handles = ['wrong-authenticator-code', 'authenticator-code-used', 'authenticator-locked'] as const;
    const result = await run({ setup, code, current }, { handles });
    if (result.ok) return onBound(result.data.recoveryCodes);
    if (result.error.code === 'setup-expired') return onExpired();
    setError(result.error.message ?? t`Please try again`);
    // Tries are counted for the old one only: without a count it was the new one's code, which may have run out meanwhile.
    if (result.error.code === 'wrong-authenticator-code' && result.error.data?.triesLeft === undefined)
      setNewCode(null);
  };
  if (newCode === null) {
    return (
      <CodeField
        key="new"
        label={t`Code of the new authenticator`}
        helper={t`The six digits that the authenticator shows now`}
        onComplete={(code) => {
          setError(undefined);
          setNewCode(code);
        }}
        error={error}
      />
    );
  }
  return (
    <div className={styles['stack']}>
      <p className={shared['lead']}>
        <Trans>Now show that you have the old one.</Trans>
      </p>
      <SecondFactor
        label={t`Code of the old authenticator`}
        onEnter={(current) => void replace(newCode, current)}
        busy={isRunning}
        error={error}
      />
    </div>
  );
}
