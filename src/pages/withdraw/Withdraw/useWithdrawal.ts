/** One withdrawal from the form to the result: quote, codes, trade password (docs/rules.md §4). */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { withdrawIndex, withdrawQuote, type WithdrawQuote } from '../../../../contract/calls/withdrawals';
import type { CallError } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { bridge } from '../../../bridge/bridge';
import type { Output, WriteResult } from '../../../bridge/types';
import { useMoneyCall } from '../../../bridge/useMoneyCall';
import { HANDLED } from '../../../money/refusals';
import { useLooseFlow } from '../../../money/useLooseFlow';
import { useCodes } from './useCodes';
import type { WithdrawForm } from './useWithdrawForm';

/** What is confirmed: the gateway's figures for what was asked. */
export interface WithdrawView {
  methodId: string;
  amount: string;
  quote: WithdrawQuote;
}

type Answer = Output<typeof withdrawIndex>;

/** @param refresh asks again whether and when one can withdraw: a refusal says that it has changed */
export function useWithdrawal(form: WithdrawForm, refresh: () => Promise<void>) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const [isAsking, setAsking] = useState(false);
  const [asked, setAsked] = useState<{ methodId: string; amount: string } | null>(null);
  const money = useMoneyCall(withdrawIndex);

  const refuse = (error: CallError) => {
    close();
    form.refuse(error);
    void refresh();
  };
  const codes = useCodes(asked, refuse);
  const flow = useLooseFlow<WithdrawView, Answer>({
    send,
    onDone: ({ withdrawal: { id } }) => {
      form.clear();
      codes.spend();
      return {
        ok: true,
        state: { kind: 'review', text: t`Pending approval` },
        note: t`Amount and fee are set aside. You can cancel it until it is sent.`,
        reference: id,
        next: { label: t`See the withdrawal`, onClick: () => open(paths.withdrawals, { id }) },
      };
    },
    onForm: refuse,
    onCode: codes.refuse,
    onElsewhere: close,
  });

  function close(): void {
    flow.cancel();
    codes.reset();
  }
  async function send(view: WithdrawView, tradePassword: string, intentId: string): Promise<WriteResult<Answer>> {
    const { methodId, amount, quote } = view;
    const input = { methodId, amount, fee: quote.fee, ...codes.taken, tradePassword };
    const result = await money.run(input, { intentId, handles: HANDLED });
    if (result.ok || result.error.code !== 'fee-changed') return result;
    // The new figures in place of the old ones, as another intent; the password is asked for again.
    const again = await bridge().read(withdrawQuote, { methodId, amount });
    if (!again.ok) return again;
    flow.start({ ...view, quote: again.data });
    return result;
  }
  const next = async () => {
    if (form.ready === null) return;
    const { method, amount } = form.ready;
    const input = { methodId: method.id, amount };
    form.refuse(null);
    setAsking(true);
    const answer = await bridge().read(withdrawQuote, input);
    setAsking(false);
    if (!answer.ok) return refuse(answer.error);
    codes.reset();
    setAsked(input);
    flow.start({ ...input, quote: answer.data });
  };
  return {
    view: flow.view,
    codes,
    confirm: flow.confirm,
    close,
    next,
    isAsking,
    isUnsettled: money.state.phase === 'unknown',
    isChecking: money.state.phase === 'checking',
  };
}
