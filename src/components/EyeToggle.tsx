import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { setBalancesHidden, useBalancesHidden } from '../theme/eye';
import styles from './EyeToggle.module.css';

/** Hides or shows every balance on this device. Sits in a line of small text; the target is 44 px. */
export function EyeToggle() {
  const { t } = useLingui();
  const hidden = useBalancesHidden();
  const Icon = hidden ? EyeOff : Eye;
  return (
    <button
      type="button"
      className={styles['eye']}
      aria-pressed={hidden}
      aria-label={t`Hide balances`}
      title={t`Hide balances`}
      onClick={() => setBalancesHidden(!hidden)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
