import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { EntryHeading } from '../../../components/EntryHeading';
import { RiskLine } from '../../../components/RiskLine';
import { SixDigits } from '../../../components/SixDigits';

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
      <EntryHeading label={label} error={isOther ? <Trans>The two were not the same</Trans> : undefined} />
      <SixDigits key={label} label={label} isBusy={isBusy} onEnter={enter} />
      <RiskLine tone="info">
        <Trans>Use other digits than those of your trade password, your birthday or your phone number.</Trans>
      </RiskLine>
    </>
  );
}
