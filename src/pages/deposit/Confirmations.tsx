import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { Deposit } from '../../../contract/calls/wallet';
import styles from './Confirmations.module.css';

/** The confirmations of a deposit as steps; the last one is where it is credited. */
export function Confirmations({ deposit }: { deposit: Deposit }) {
  const { t } = useLingui();
  const { confirmations, confirmationsNeeded, status } = deposit;
  const steps = Array.from({ length: confirmationsNeeded }, (_, index) => index + 1);
  return (
    <div
      className={styles['steps']}
      role="img"
      aria-label={t`${confirmations} of ${confirmationsNeeded} confirmations`}
    >
      {steps.map((step) => (
        <span
          key={step}
          className={styles['step']}
          data-state={step <= confirmations ? 'done' : step === confirmations + 1 ? 'next' : undefined}
        >
          <span className={styles['disc']}>{step <= confirmations ? <Check size={14} strokeWidth={3} /> : step}</span>
          <span className={styles['name']}>
            {step === confirmationsNeeded && status !== 'too-small' ? (
              <Trans>Confirmation {step} · credit</Trans>
            ) : (
              <Trans>Confirmation {step}</Trans>
            )}
          </span>
        </span>
      ))}
    </div>
  );
}
