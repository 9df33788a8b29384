import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { postTheRest, type RabOrder } from '../../../../contract/calls/otc-rab';
import type { CallError } from '../../../../contract/errors';
import { toAmount } from '../../../../contract/money';
import { toUnits } from '../../../format/units';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { useChangedToast } from '../../../money/useMoneyAction';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import type { RabFill } from '../rab/order';

interface RestPayment {
  order: RabOrder;
  fills: readonly RabFill[];
}

/**
 * Posts the rest of a part deposit with the trade password, and what was matched settles (docs/rules.md §8): `start` it with the order
 * that is seen. @param onChanged reads it again
 */
export function useRestFlow(onChanged: () => void) {
  const { t } = useLingui();
  const locale = useLocale();
  const tellChanged = useChangedToast();
  const [error, setError] = useState<CallError | null>(null);
  const flow = useMoneyFlow({
    call: postTheRest,
    input: ({ order: { id, version } }: RestPayment) => ({ id, version }),
    terms: ({ order: { restDue, restDueAt }, fills }) => ({
      title: t`Post the rest`,
      hero: { label: t`You receive`, amount: awaitedOf(fills), asset: 'RAB' },
      rows: [
        { label: t`Deducted, fee included`, value: fullAmount(restDue ?? '0'), strong: true },
        ...(restDueAt === null
          ? []
          : [{ label: t`Due by`, value: <span className="rab-num">{formatDateTime(restDueAt, { locale })}</span> }]),
        { label: t`Backing out`, value: t`costs the deposit` },
      ],
      risk: { tone: 'danger', text: <Trans>The trade is settled at once and cannot be undone.</Trans> },
      confirmLabel: t`Post the rest`,
    }),
    result: ({ order }) => ({ ok: true, state: { kind: 'done', text: t`Settled` }, reference: order.id }),
    refuse: (refused) => {
      if (refused.code === 'insufficient-funds') return setError(refused);
      tellChanged();
      onChanged();
    },
  });
  const start = (rest: RestPayment) => {
    setError(null);
    flow.start(rest);
  };
  return { ...flow, start, error };
}

/** Returns how much RAB is matched and waits for the buyer's rest. */
function awaitedOf(fills: readonly RabFill[]): string {
  const awaited = fills.filter(({ status }) => status === 'awaiting-rest');
  return toAmount(
    awaited.reduce((sum, { quantity }) => sum + toUnits(quantity, 'RAB'), 0n),
    'RAB',
  );
}
