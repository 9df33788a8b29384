/** The form of a purchase: how it is paid, and the gateway's quote for that. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { machineInfo, machineQuote, type MachineModel, type Payment } from '../../../../contract/calls/machines';
import { toUnits } from '../../../format/units';
import type { CallError } from '../../../../contract/errors';
import { useCall } from '../../../bridge/useCall';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useQuote } from '../../../money/useQuote';
import { useRefusalText } from '../../../money/useRefusalText';
import { useComeBack } from '../../../money/useTypedValues';
import { useKeepValues } from '../../../update/useKeptValues';
import { paymentsOf } from '../machine';
import { useBuyFlow } from './useBuyFlow';

/** Name of the draft that is kept while another screen has to come first, or the app restarts. */
const FORM = 'machine';

/** Tickets of a way of payment; null while the person has not typed how many. */
function ticketsBy(payment: Payment, model: MachineModel, typed: string): number | null {
  if (payment === 'usdt') return 0;
  if (payment === 'tickets') return model.tickets;
  const count = /^[1-9][0-9]{0,6}$/.test(typed) ? Number(typed) : 0;
  return count > 0 && count < model.tickets ? count : null;
}

/** Tells of changed terms in the words of a machine. */
function useMachineRefusal(): (error: CallError) => string {
  const { t } = useLingui();
  const refusalText = useRefusalText();
  return (error) =>
    error.code === 'stale-version'
      ? t`The terms have changed meanwhile. These are the current ones.`
      : refusalText(error);
}

export function useMachineForm(id: string) {
  const { t } = useLingui();
  const read = useCall(machineInfo, { id });
  const textOf = useMachineRefusal();
  const [wanted, setWanted] = useState<Payment | null>(null);
  const [typed, setTyped] = useState('');
  useKeepValues(FORM, typed === '' ? null : { id, payment: wanted ?? '', tickets: typed });
  const leave = useComeBack(FORM, (before) => {
    if (before['id'] !== id) return;
    setTyped(before['tickets'] ?? '');
    setWanted((before['payment'] as Payment | undefined) || null);
  });
  const { data } = read;
  const payments = data ? paymentsOf(data.model) : [];
  const payment = payments.find((one) => one === wanted) ?? payments[0] ?? 'usdt';
  const tickets = data ? ticketsBy(payment, data.model, typed) : null;
  const canBuy = data !== undefined && data.model.isOpen && data.model.stock > 0 && payments.length > 0;
  const quote = useQuote(machineQuote, canBuy && tickets !== null ? { id, tickets } : null);
  const flow = useBuyFlow({
    onDone: () => setTyped(''),
    onFresh: () => {
      void read.refresh();
      void quote.ask();
    },
    refuse: (error) => told.refuse(error),
    leave: () => leave({ id, payment, tickets: typed }),
  });
  const told = useFormRefusal(['amount', 'choice'], quote.error, textOf);
  const held = quote.quote;
  const short = () => {
    if (!held) return undefined;
    if (held.tickets > held.ticketsAvailable) return t`You have too few tickets for that`;
    const isShort = toUnits(held.price, 'USDT') > toUnits(held.available, 'USDT');
    return isShort ? t`More than the cash account has` : undefined;
  };
  const lacking = short();
  return {
    read,
    canBuy,
    payments,
    payment,
    choose: (next: Payment) => {
      told.refuse(null);
      setWanted(next);
    },
    typed,
    enter: (text: string) => {
      told.refuse(null);
      setTyped(text);
    },
    quote,
    /** The purchase that the button makes; null while something is missing, wrong or not to be had. */
    next: lacking === undefined ? held : null,
    fieldError: told.at('amount'),
    above: told.above ?? told.at('choice') ?? lacking,
    failed: quote.error?.code === 'offline' ? undefined : told.failed,
    flow,
  };
}
