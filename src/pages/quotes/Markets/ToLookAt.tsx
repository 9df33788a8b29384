import { Trans } from '@lingui/react/macro';
import { RiskLine } from '../../../components/RiskLine';

/** Quotes are not the prices of the exchange or of a market. */
export function ToLookAt() {
  return (
    <RiskLine tone="info">
      <Trans>Quotes are for information only: no money moves at these prices.</Trans>
    </RiskLine>
  );
}
