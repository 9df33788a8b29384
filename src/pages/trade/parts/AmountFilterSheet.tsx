import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { amountProblem } from '../../../../contract/money';
import { AmountField } from '../../../components/AmountField';
import { Button } from '../../../components/Button';
import { Sheet } from '../../../components/Sheet';
import styles from './sheets.module.css';

interface AmountFilterSheetProps {
  open: boolean;
  onClose: () => void;
  /** The unit of the amount; USDT or a fiat. */
  measure: { unit: string; decimals: number };
  /** Null for none. */
  amount: string | null;
  onChoose: (amount: string | null) => void;
}

/** Narrows a market's list to offers that take this much at once. */
export function AmountFilterSheet({ open, onClose, ...form }: AmountFilterSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Amount`}>
      {open && <Form {...form} onClose={onClose} />}
    </Sheet>
  );
}

function Form({ measure, amount, onChoose, onClose }: Omit<AmountFilterSheetProps, 'open'>) {
  const { t } = useLingui();
  const [text, setText] = useState(amount ?? '');
  const choose = (next: string | null) => {
    onChoose(next);
    onClose();
  };
  return (
    <div className={styles['form']}>
      <AmountField
        label={t`How much at once`}
        asset="USDT"
        measure={measure}
        value={text}
        onChange={setText}
        helper={t`Shown is only what takes this much`}
      />
      <Button block disabled={amountProblem(text, 'USDT') !== null} onClick={() => choose(text)}>
        <Trans>Show</Trans>
      </Button>
      {amount !== null && (
        <Button block variant="plain" onClick={() => choose(null)}>
          <Trans>Any amount</Trans>
        </Button>
      )}
    </div>
  );
}
