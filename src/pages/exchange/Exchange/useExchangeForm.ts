/** The form of an exchange: direction, amount, and the gateway's live quote for them. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { exchangeFigures, exchangeQuote } from '../../../../contract/calls/wallet';
import { amountProblem, type AssetCode } from '../../../../contract/money';
import { toUnits } from '../../../format/units';
import { useCall } from '../../../bridge/useCall';
import { useErrorText } from '../../../errors/useErrorText';
import { plainAmount } from '../../../format/amount';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useQuote } from '../../../money/useQuote';
import { useComeBack } from '../../../money/useTypedValues';
import { useKeepValues } from '../../../update/useKeptValues';
import { useRepeated } from '../../read/useRepeated';
import { OTHER } from '../exchange';
import { useExchangeFlow } from './useExchangeFlow';

/** While there is no price, the page asks again after this time. */
const CLOSED_MS = 10_000;

/** Name of the draft that is kept while another screen has to come first, or the app restarts. */
const FORM = 'exchange';

export function useExchangeForm() {
  const { t } = useLingui();
  const errorText = useErrorText();
  const read = useCall(exchangeFigures, {});
  const [from, setFrom] = useState<AssetCode>('USDT');
  const [amount, setAmount] = useState('');

  useKeepValues(FORM, amount === '' ? null : { from, amount });
  const leave = useComeBack(FORM, (before) => {
    setFrom(before['from'] === 'RAB' ? 'RAB' : 'USDT');
    setAmount(before['amount'] ?? '');
  });

  const available = read.data?.available[from];
  const isOpen = read.data?.isOpen === true;
  useRepeated(read.refresh, read.data && !isOpen ? CLOSED_MS : null);
  const isAmount = amountProblem(amount, from) === null;
  const isTooMuch = isAmount && available !== undefined && toUnits(amount, from) > toUnits(available, from);
  const asked = isOpen && isAmount && !isTooMuch ? { from, to: OTHER[from], amount: plainAmount(amount) } : null;
  const flow = useExchangeFlow({
    ask: () => live.ask(),
    onDone: () => enter(''),
    refuse: (error) => refuse(error),
    leave: () => leave({ from, amount }),
  });
  // No new quote comes while the person confirms.
  const live = useQuote(exchangeQuote, asked, flow.view !== null || flow.isAsking);
  const { at, above, failed, refuse } = useFormRefusal(['amount'], live.error, errorText);
  const enter = (text: string) => {
    refuse(null);
    setAmount(text);
  };
  return {
    read,
    index: read.data,
    isOpen,
    from,
    amount,
    available,
    live,
    flow,
    fieldError: isTooMuch ? t`More than the cash account has` : at('amount'),
    /** The reason why there is no quote, when the amount is not to blame. */
    failed: above ?? (live.error?.code === 'offline' ? undefined : failed),
    retry: () => {
      refuse(null);
      void read.refresh();
      void live.ask();
    },
    enter,
    choose: (asset: AssetCode) => {
      enter('');
      setFrom(asset);
    },
  };
}
