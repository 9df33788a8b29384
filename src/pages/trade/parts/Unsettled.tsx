import { Trans } from '@lingui/react/macro';
import { RiskLine } from '../../../components/RiskLine';

/** Nobody knows yet what became of the order before. */
export function Unsettled() {
  return (
    <RiskLine tone="warning">
      <Trans>The outcome of your last order is still being looked up. Nothing new is sent until it is known.</Trans>
    </RiskLine>
  );
}
