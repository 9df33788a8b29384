import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { RiskLine } from '../../../components/RiskLine';
import { SixDigits } from '../../../components/SixDigits';
import styles from './Lock.module.css';

/** Chosen once and repeated once. */
export function NewPin({ isBusy, onPin }: { isBusy: boolean; onPin: (pin: string) => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOther, setOther] = useState(false);
  const label = chosen === null ? t`Choose a PIN` : t`Enter it once more`;
  const enter = (pin: string) => {
    setOther(chosen !== null && chosen !== pin);
    if (chosen === pin) onPin(pin);
    else setChosen(chosen === null ? pin : null);
  };
  return (
    <>
      <h2 className={styles['label']} aria-live="polite">
        {label}
      </h2>
      <p className={styles['error']} role="alert">
        {isOther && (
          <>
            <CircleAlert size={15} strokeWidth={2} aria-hidden="true" />
            <Trans>The two were not the same</Trans>
          </>
        )}
      </p>
      <SixDigits key={label} label={label} isBusy={isBusy} onEnter={enter} />
      <RiskLine tone="info">
        <Trans>Use other digits than those of your trade password, your birthday or your phone number.</Trans>
      </RiskLine>
    </>
  );
}
