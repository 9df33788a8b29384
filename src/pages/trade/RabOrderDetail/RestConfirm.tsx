import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { doSaveCash, type RabOrder } from '../../../../contract/calls/otc-rab';
import type { CallError } from '../../../../contract/errors';
import { toAmount, toUnits } from '../../../../contract/money';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import type { Output } from '../../../bridge/types';
import { useMoneyCall } from '../../../bridge/useMoneyCall';
import { Amount } from '../../../components/Amount';
import { ConfirmSheet } from '../../../components/ConfirmSheet';
import { toast } from '../../../components/toast';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { CheckingText } from '../../../money/CheckingText';
import { HANDLED } from '../../../money/refusals';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import { useLast } from '../../read/useLast';
import type { RabFill } from '../rab/order';

interface Rest {
  order: RabOrder;
  fills: readonly RabFill[];
}

/** Posting the rest as a flow: `start` it with the order that is seen. @param onChanged reads it again */
export function useRestFlow(onChanged: () => void) {
  const { t } = useLingui();
  const money = useMoneyCall(doSaveCash);
  const [error, setError] = useState<CallError | null>(null);
  const flow = useMoneyFlow<Rest, Output<typeof doSaveCash>>({
    send: ({ order: { id, version } }, tradePassword, intentId) => {
      setError(null);
      return money.run({ id, version, tradePassword }, { intentId, handles: HANDLED });
    },
    onDone: ({ order }) => ({
      ok: true,
      state: { kind: 'done', text: t`Settled` },
      reference: order.id,
    }),
    onForm: (refused) => {
      if (refused.code === 'insufficient-funds') return setError(refused);
      toast.show(t`The order has changed meanwhile. It is shown as it is now.`);
      onChanged();
    },
  });
  const { phase } = money.state;
  return { ...flow, error, isChecking: phase === 'checking', isUnsettled: phase === 'unknown' };
}

/** What was matched and waits for the buyer's rest, RAB. */
function awaitedOf(fills: readonly RabFill[]): string {
  const awaited = fills.filter(({ status }) => status === 'awaiting-rest');
  return toAmount(
    awaited.reduce((sum, { quantity }) => sum + toUnits(quantity, 'RAB'), 0n),
    'RAB',
  );
}

/** Posts the rest of a part deposit with the trade password: what was matched settles (docs/rules.md §8). */
export function RestConfirm({ rest }: { rest: ReturnType<typeof useRestFlow> }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { open } = useNavigation();
  const shown = useLast(rest.view);
  if (!shown) return null;
  const { order, fills } = shown;
  const { restDue, restDueAt } = order;
  return (
    <ConfirmSheet
      open={rest.view !== null}
      onClose={rest.cancel}
      title={t`Post the rest`}
      hero={{ label: t`You receive`, amount: awaitedOf(fills), asset: 'RAB' }}
      rows={[
        {
          label: t`Deducted, fee included`,
          value: <Amount value={restDue ?? '0'} asset="USDT" precision="full" unit hideable={false} />,
          strong: true,
        },
        ...(restDueAt === null
          ? []
          : [{ label: t`Due by`, value: <span className="rab-num">{formatDateTime(restDueAt, { locale })}</span> }]),
        { label: t`Backing out`, value: t`costs the deposit` },
      ]}
      risk={
        rest.isChecking
          ? { tone: 'info', text: <CheckingText /> }
          : { tone: 'danger', text: <Trans>The trade is settled at once and cannot be undone.</Trans> }
      }
      confirmLabel={t`Post the rest`}
      onConfirm={rest.confirm}
      onForgot={() => open(paths.changeTradePassword)}
    />
  );
}
