/** The form of a withdrawal: where to and how much. What is typed survives a detour and a restart, as a draft of the worker's. */
import { useLingui } from '@lingui/react/macro';
import { serverNow } from '../../../bridge/server-clock';
import { WITHDRAWAL_ASSET } from '../../../../contract/calls/withdrawals';
import type { CallError } from '../../../../contract/errors';
import { amountProblem } from '../../../../contract/money';
import { plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useRefusalText } from '../../../money/useRefusalText';
import { useTypedValues } from '../../../money/useTypedValues';
import { costsOf, exceeds, largestAmount, type Costs } from '../fee';
import { methodState, type Method } from './MethodPicker';
import type { WithdrawConfig } from './useWindow';

const DRAFT = 'withdraw';

export interface WithdrawForm {
  methods: readonly Method[];
  /** The chosen one; null while there is none. */
  method: Method | null;
  choose: (methodId: string) => void;
  amount: string;
  enter: (text: string) => void;
  enterAll: () => void;
  /** The cost of the entered amount; null while there is none. */
  costs: Costs | null;
  amountError: string | undefined;
  methodError: string | undefined;
  /** A refusal that is neither the amount's nor the method's. */
  otherError: string | undefined;
  /** The values to ask a quote for; null while something is missing or wrong. */
  ready: { method: Method; amount: string } | null;
  /** Puts a refusal where it belongs. */
  refuse: (error: CallError | null) => void;
  /** After it was sent. */
  clear: () => void;
}

const valuesOf = (kept: Record<string, string>) => ({
  methodId: kept['methodId'] ?? '',
  amount: kept['amount'] ?? '',
});

export function useWithdrawForm(config: WithdrawConfig | undefined, methods: readonly Method[]): WithdrawForm {
  const { t } = useLingui();
  const locale = useLocale();
  const refusalText = useRefusalText();
  const { values, change } = useTypedValues(DRAFT, valuesOf);
  const { methodId, amount } = values;
  const { at, above, refuse } = useFormRefusal(['amount', 'choice'], null, refusalText);
  const stateOf = (method: Method) => methodState(method, serverNow());
  const method =
    methods.find(({ id }) => id === methodId) ?? methods.find((one) => stateOf(one) === 'usable') ?? methods[0] ?? null;
  const costs = config && amountProblem(amount, WITHDRAWAL_ASSET) === null ? costsOf(amount, config) : null;
  const problem = config && costs ? amountText(costs, config) : undefined;
  const isReady = method !== null && stateOf(method) === 'usable' && costs !== null && problem === undefined;

  function amountText(of: Costs, { minimum, available }: WithdrawConfig): string | undefined {
    if (exceeds(minimum, of.amount)) {
      const limit = limitText(minimum, locale);
      return t`At least ${limit} USDT`;
    }
    return exceeds(of.total, available) ? t`With the fee this is more than the cash account has` : undefined;
  }
  const edit = (part: { methodId?: string; amount?: string }) => {
    refuse(null);
    change(part);
  };
  return {
    methods,
    method,
    choose: (id) => edit({ methodId: id }),
    amount,
    enter: (text) => edit({ amount: text }),
    enterAll: () => {
      if (!config) return;
      const largest = largestAmount(config.available, config);
      if (largest === null)
        refuse({ code: 'insufficient-funds', retryable: false, data: { available: config.available } });
      else edit({ amount: plainAmount(largest) });
    },
    costs,
    amountError: problem ?? at('amount'),
    methodError: at('choice'),
    otherError: above,
    ready: isReady ? { method, amount: plainAmount(amount) } : null,
    refuse,
    clear: () => edit({ amount: '' }),
  };
}
