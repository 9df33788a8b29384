import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ChangeEvent, type ReactNode, type Ref } from 'react';
import { amountProblem, ASSETS, MAX_INTEGER_DIGITS, type AmountProblem, type AssetCode } from '../../contract/money';
import { plainAmount } from '../format/amount';
import { Amount } from './Amount';
import styles from './AmountField.module.css';
import frame from './FieldBox.module.css';
import { FieldMessage } from './FieldMessage';

export interface AmountFieldProps {
  label: ReactNode;
  asset: AssetCode;
  /** In place of the asset's own: a price, an amount of fiat. */
  measure?: { unit: string; decimals: number };
  /** The field's text: empty, or the beginning of a plain ASCII decimal. */
  value: string;
  /** Only called with texts that the field accepts. */
  onChange: (text: string) => void;
  /** The amount that the person can use, as a decimal string; shows the line and the All button. */
  available?: string;
  /** In place of putting all of `available` in. */
  onAll?: () => void;
  helper?: ReactNode;
  /** The form's own complaint; the field's refusals are told first. */
  error?: ReactNode;
  disabled?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

const BEGINNING_OF_DECIMAL = /^(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)?$/;

/** Returns why the field does not accept a text, or null. It accepts `5.` and `0`: the person is still typing. */
function refusal(text: string, decimals: number): AmountProblem | null {
  if (!BEGINNING_OF_DECIMAL.test(text)) return 'not-decimal';
  const [integer = '', fraction = ''] = text.split('.');
  if (fraction.length > decimals) return 'too-many-decimals';
  return integer.length > MAX_INTEGER_DIGITS ? 'too-large' : null;
}

/** One typed comma is the point of a keypad; in pasted text a comma could be either, so that is refused. */
function withTypedComma(next: string, before: string): string {
  return next.length === before.length + 1 ? next.replace(',', '.') : next;
}

function useProblemTexts(decimals: number): Record<AmountProblem, string> {
  const { t } = useLingui();
  return {
    'not-decimal': t`Only digits and one decimal point`,
    'too-many-decimals': t`At most ${decimals} decimals`,
    'too-large': t`At most ${MAX_INTEGER_DIGITS} digits before the point`,
    'not-positive': t`Must be greater than 0`,
  };
}

/** An amount being entered: large digits, unit, available balance, All. Nothing is ever cut or rounded. */
export function AmountField(props: AmountFieldProps) {
  const { label, asset, measure, value, onChange, available, onAll, helper, error, disabled, onBlur, ref } = props;
  const id = useId();
  const { unit, decimals } = measure ?? { unit: asset, decimals: ASSETS[asset].decimals };
  const texts = useProblemTexts(decimals);
  const [refused, setRefused] = useState<AmountProblem | null>(null);
  const [left, setLeft] = useState(false);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = withTypedComma(event.target.value, value);
    const problem = refusal(text, decimals);
    setRefused(problem);
    if (!problem) onChange(text);
  };
  const all = () => {
    setRefused(null);
    if (onAll) onAll();
    else if (available !== undefined) onChange(plainAmount(available));
  };
  const unfinished = left && value !== '' ? amountProblem(value, asset) : null;
  const problem = refused ?? unfinished;
  const complaint = problem ? texts[problem] : error;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={`${frame['box']} ${styles['box']}`} data-invalid={complaint === undefined ? undefined : true}>
        <input
          ref={ref}
          id={id}
          className="rab-num"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          value={value}
          disabled={disabled}
          aria-invalid={complaint === undefined ? undefined : true}
          aria-describedby={`${id}-unit ${id}-message`}
          onChange={change}
          onFocus={() => setLeft(false)}
          onBlur={() => {
            setRefused(null);
            setLeft(true);
            onBlur?.();
          }}
        />
        <span id={`${id}-unit`} className={styles['unit']}>
          {unit}
        </span>
        {(available !== undefined || onAll) && (
          <button type="button" className={styles['all']} disabled={disabled} onClick={all}>
            <Trans context="amount">All</Trans>
          </button>
        )}
      </div>
      <div className={styles['foot']}>
        <FieldMessage id={`${id}-message`} error={complaint} helper={helper} />
        {available !== undefined && (
          <span className={styles['available']}>
            <Trans>
              Available <Amount value={available} asset={asset} precision="full" unit />
            </Trans>
          </span>
        )}
      </div>
    </div>
  );
}
