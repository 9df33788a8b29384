import { Trans, useLingui } from '@lingui/react/macro';
import { otcCancel, type RabOrder } from '../../../../contract/calls/otc-rab';
import { AskSheet } from '../../../components/AskSheet';
import { toast } from '../../../components/toast';
import { amountName } from '../../../format/amount';
import { givenAsset } from '../rab/arithmetic';
import { useTradeAction } from '../TradeDetail/useTradeAction';

interface CancelQuestionProps {
  order: RabOrder;
  onClose: () => void;
  /** It was refused because the order has changed: read it again. */
  onStale: () => void;
}

/** Asks before what still waits is taken off the market. Mounted while it asks. */
export function CancelQuestion({ order: { id, version, side, held }, onClose, onStale }: CancelQuestionProps) {
  const { t } = useLingui();
  const action = useTradeAction(otcCancel, () => {
    onClose();
    onStale();
  });
  const released = amountName(held, givenAsset(side));
  const cancel = async () => {
    const done = await action.run({ id, version });
    if (done === null) return;
    onClose();
    toast.show(t`Order cancelled`, { kind: 'success' });
  };
  return (
    <AskSheet
      title={t`Cancel this order?`}
      confirmLabel={t`Cancel order`}
      cancelLabel={t`Keep the order`}
      busy={action.isRunning}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      {action.error ?? <Trans>{released} are available again at once. What was filled stays.</Trans>}
    </AskSheet>
  );
}
