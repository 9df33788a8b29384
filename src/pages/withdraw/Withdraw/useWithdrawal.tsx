/** One withdrawal from the form to the result: quote, codes, trade password (docs/rules.md §4). */
import { Trans, useLingui } from '@lingui/react/macro';
import { serverNow } from '../../../bridge/server-clock';
import { requestWithdrawal, withdrawalQuote, type WithdrawalQuote } from '../../../../contract/calls/withdrawals';
import type { CallError } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import type { Input } from '../../../bridge/types';
import { formatDate, formatDateTimeZoned, formatTimeZoned } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { useMoneyFlow, type MoneyFlow } from '../../../money/useMoneyFlow';
import { requoted } from '../../../money/useQuote';
import { useTargetRows } from '../useTargetRows';
import { CodeSteps } from './CodeSteps';
import { useCodes } from './useCodes';
import { useFeeLabel } from './useFeeLabel';
import styles from './Withdraw.module.css';
import type { WithdrawForm } from './useWithdrawForm';

/** The view that the person confirms: the gateway's figures for the input. */
export interface WithdrawView {
  input: Input<typeof withdrawalQuote>;
  quote: WithdrawalQuote;
}

/**
 * @param timeZone the operator's, which times are told in
 * @param refresh asks again whether and when the person can withdraw: a refusal says that it has changed
 */
export function useWithdrawal(form: WithdrawForm, timeZone: string, refresh: () => Promise<void>) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const targetRows = useTargetRows();
  const feeLabel = useFeeLabel();

  const refuse = (error: CallError) => {
    form.refuse(error);
    void refresh();
  };
  const flow: MoneyFlow<WithdrawView> = useMoneyFlow({
    call: requestWithdrawal,
    input: ({ input, quote }: WithdrawView) => ({ ...input, fee: quote.fee, ...codes.taken }),
    terms: ({ quote }) => ({
      title: t`Confirm withdrawal`,
      hero: { label: t`You receive`, amount: quote.amount, asset: 'USDT' },
      rows: [
        ...targetRows(quote.target),
        { label: feeLabel(quote), value: fullAmount(quote.fee) },
        { label: t`Total deducted`, value: fullAmount(quote.total), strong: true },
        { label: t`Expected`, value: <Expected reviewedBy={quote.reviewedBy} timeZone={timeZone} /> },
        { label: t`Backing out`, value: t`free, until it is sent` },
      ],
      risk: { tone: 'danger', text: <Risk kind={quote.target.kind} /> },
      before: codes.step === 'password' ? null : <CodeSteps codes={codes} />,
      confirmLabel: t`Withdraw`,
    }),
    result: ({ withdrawal: { id } }) => {
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
    requote: (view) => requoted(withdrawalQuote, view.input, (quote) => ({ ...view, quote })),
    refuse,
    refuseCode: (error) => codes.refuse(error),
    leave: () => flow.cancel(),
    onClose: () => codes.reset(),
  });
  const codes = useCodes(flow.shown?.input ?? null, (error) => {
    flow.cancel();
    refuse(error);
  });

  const next = () => {
    if (form.ready === null) return;
    const { method, amount } = form.ready;
    const input = { methodId: method.id, amount };
    form.refuse(null);
    void flow.startWith(async () => {
      const answer = await requoted(withdrawalQuote, input, (quote) => ({ input, quote }));
      if (answer.ok) return answer.data;
      refuse(answer.error);
      return null;
    });
  };
  return { flow, next };
}

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
function Risk({ kind }: { kind: WithdrawalQuote['target']['kind'] }) {
  return kind === 'chain' ? (
    <Trans>
      On-chain transfers cannot be undone. Check both ends of the address: a wrong address or network loses the money
      for good.
    </Trans>
  ) : (
    <Trans>A payment to a bank card cannot be called back. Check the bank, the last four digits and the holder.</Trans>
  );
}

function Expected({ reviewedBy, timeZone }: { reviewedBy: number; timeZone: string }) {
  const locale = useLocale();
  const format = { locale, timeZone };
  const isToday = formatDate(reviewedBy, format) === formatDate(serverNow(), format);
  const time = isToday ? formatTimeZoned(reviewedBy, format) : formatDateTimeZoned(reviewedBy, format);
  return (
    <span className={styles['digits']}>
      {isToday ? <Trans>After review, today by {time}</Trans> : <Trans>After review, by {time}</Trans>}
    </span>
  );
}
