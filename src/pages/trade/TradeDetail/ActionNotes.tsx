import type { AnyCall } from '../../../bridge/types';
import { RiskLine } from '../../../components/RiskLine';
import { Unsettled } from '../../../money/Unsettled';
import type { MoneyAction } from '../../../money/useMoneyAction';

/** Tells why an action was refused, or that nobody knows yet how it ended. */
export function ActionNotes<C extends AnyCall>({ action }: { action: MoneyAction<C> }) {
  if (action.isUnsettled) return <Unsettled of="record" />;
  if (action.error === null) return null;
  return (
    <div role="alert">
      <RiskLine tone="danger">{action.error}</RiskLine>
    </div>
  );
}
