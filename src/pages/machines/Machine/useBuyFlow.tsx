/** From the quote of a machine to the result: the purchase that was confirmed (docs/rules.md §6). */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { OutputOf } from '../../../../contract/call';
import { buyMachine, machineModel, machineQuote } from '../../../../contract/calls/machines';
import type { CallError } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import type { KeyValueRow } from '../../../components/KeyValue';
import { amountSign, formatCount, formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { freshOf } from '../../../money/refusals';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import { formatUtcDay } from '../machine';

export type MachineQuote = OutputOf<typeof machineQuote>;

export interface BuyFlowDeps {
  /** Called when the machine is bought: the typed values are spent. */
  onDone: () => void;
  /** The terms have changed meanwhile: they are read anew. */
  onFresh: () => void;
  refuse: (error: CallError) => void;
  leave: () => void;
}

/** The figures of a purchase: what it costs, when the machine runs, what is taken of its output. */
export function useQuoteRows() {
  const { t } = useLingui();
  const locale = useLocale();
  return ({ price, tickets, startsAt, endsAt, serviceFeeRate, model }: MachineQuote): KeyValueRow[] => [
    ...(amountSign(price) === 0 ? [] : [{ label: t`You pay`, value: fullAmount(price), strong: true }]),
    ...(tickets === 0
      ? []
      : [{ label: t`Tickets used`, value: <Plural value={tickets} one="# ticket" other="# tickets" />, strong: true }]),
    { label: t`Runs`, value: <Plural value={model.termDays} one="# day" other="# days" /> },
    { label: t`From (UTC)`, value: <span className="rab-num">{formatUtcDay(startsAt, locale)}</span> },
    { label: t`Until (UTC)`, value: <span className="rab-num">{formatUtcDay(endsAt - 1, locale)}</span> },
    { label: t`Service fee of the output`, value: formatRate(serviceFeeRate, locale) },
  ];
}

export function useBuyFlow({ onDone, onFresh, refuse, leave }: BuyFlowDeps) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const locale = useLocale();
  const quoteRows = useQuoteRows();
  return useMoneyFlow({
    call: buyMachine,
    input: ({ model, tickets }: MachineQuote) => ({ id: model.id, version: model.version, tickets }),
    terms: (quote) => ({
      title: t`Confirm purchase`,
      rows: [
        {
          label: t`You receive`,
          value: t`1 machine with ${formatCount(quote.model.hashrate, locale)} T`,
          strong: true,
        },
        ...quoteRows(quote),
      ],
      risk: { tone: 'danger', text: <MachineRisk /> },
      confirmLabel: t`Buy`,
    }),
    result: ({ machine }) => {
      onDone();
      return {
        ok: true,
        state: { kind: 'done', text: t`Bought` },
        note: t`It runs from ${formatUtcDay(machine.startsAt, locale)} (UTC) on.`,
        reference: machine.id,
        next: { label: t`Mining records`, onClick: () => open(paths.miningRecords, { show: 'machines' }) },
      };
    },
    fresh: freshOf(machineModel, onFresh),
    refuse,
    leave,
  });
}

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
export function MachineRisk() {
  return (
    <Trans>
      A purchase cannot be undone. Output depends on the mining receipts of each day and may stay below the price;
      without receipts there is none.
    </Trans>
  );
}
