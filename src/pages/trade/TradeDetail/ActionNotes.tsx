import { Trans } from '@lingui/react/macro';
import type { AnyCall } from '../../../bridge/types';
import { RiskLine } from '../../../components/RiskLine';
import type { TradeAction } from './useTradeAction';

export function LostAnswer() {
  return <Trans>The answer was lost. What became of it is being looked up; nothing new is sent until then.</Trans>;
}

/** Why an action was refused, or that nobody knows yet what became of it. */
export function ActionNotes<C extends AnyCall>({ action }: { action: TradeAction<C> }) {
  if (action.isUnsettled) {
    return (
      <RiskLine tone="warning">
        <LostAnswer />
      </RiskLine>
    );
  }
  if (action.error === null) return null;
  return (
    <div role="alert">
      <RiskLine tone="danger">{action.error}</RiskLine>
    </div>
  );
}
