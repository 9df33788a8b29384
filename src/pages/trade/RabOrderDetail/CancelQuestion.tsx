import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { cancelRabOrder, type RabOrder } from '../../../../contract/calls/otc-rab';
import { AskSheet } from '../../../components/AskSheet';
import { toast } from '../../../components/toast';
import { amountName } from '../../../format/amount';
import { givenAsset } from '../rab/arithmetic';
import { LostAnswer } from '../../../money/Unsettled';
import { useMoneyAction } from '../../../money/useMoneyAction';

interface CancelQuestionProps {
  order: RabOrder;
  onClose: () => void;
  /** It was refused because the order has changed: read it again. */
  onStale: () => void;
}

/** Asks before the waiting part of an order is taken off the market. Mounted while it asks. */
export function CancelQuestion({ order, onClose, onStale }: CancelQuestionProps) {
  const { t } = useLingui();
  // If the order is filled while the question is open, the gateway refuses this version as stale.
  const [{ id, version, side, held }] = useState(order);
  const action = useMoneyAction(cancelRabOrder, {
    onDone: () => {
      onClose();
      toast.show(t`Order cancelled`, { kind: 'success' });
    },
    onStale: () => {
      onClose();
      onStale();
    },
  });
  const released = amountName(held, givenAsset(side));
  return (
    <AskSheet
      title={t`Cancel this order?`}
      confirmLabel={t`Cancel order`}
      cancelLabel={t`Keep the order`}
      busy={action.isRunning}
      disabled={action.isUnsettled}
      onConfirm={() => void action.run({ id, version })}
      onClose={onClose}
    >
      {action.isUnsettled ? (
        <LostAnswer />
      ) : (
        (action.error ?? <Trans>{released} are available again at once. What was filled stays.</Trans>)
      )}
    </AskSheet>
  );
}
