import { useLingui } from '@lingui/react/macro';
import { userInfo } from '../../../../contract/calls/profile';
import { useCall } from '../../../bridge/useCall';
import { MoneySheet } from '../../../money/MoneySheet';
import { ReadArea } from '../../read/ReadArea';
import { RequirementButton, LackingNote } from '../usdt/Conditions';
import { RabOrderFields } from './RabOrderFields';
import type { OrderTarget } from './target';
import { useRabOrderFlow } from './useRabOrderFlow';
import { useRabOrderForm } from './useRabOrderForm';

interface RabOrderSheetProps {
  open: boolean;
  target: OrderTarget;
  onClose: () => void;
  /** Another screen takes over: open this sheet again afterwards. */
  onLeave: () => void;
}

/** An order of the RAB market from the form to the confirmation (docs/rules.md §8). */
export function RabOrderSheet({ open, target, onClose, onLeave }: RabOrderSheetProps) {
  const { t } = useLingui();
  const form = useRabOrderForm(target, open);
  const user = useCall(userInfo, {}).data;
  const lacking = user?.hasTradePassword === false ? 'trade-password' : null;
  const flow = useRabOrderFlow({ onDone: form.clear, refuse: form.refuse, leave: onLeave });
  const { lot, side, input, live, market } = form;
  const { quote } = live;
  return (
    <MoneySheet
      open={open}
      onClose={onClose}
      title={lot === null ? t`Place an order` : side === 'buy' ? t`Buy RAB` : t`Sell RAB`}
      flow={flow}
      next={input && quote && market ? { input, quote, restMs: market.restMs } : null}
      isAsking={live.isAsking}
      of="order"
      lacking={<LackingNote lacking={lacking} />}
      first={lacking !== null && <RequirementButton lacking={lacking} onLeave={onLeave} />}
    >
      <ReadArea read={form.info} hasData={market !== undefined} skeleton="card" count={2}>
        <RabOrderFields form={form} onLeave={onLeave} />
      </ReadArea>
    </MoneySheet>
  );
}
