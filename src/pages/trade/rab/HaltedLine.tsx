import { Trans } from '@lingui/react/macro';
import type { OtcFigures } from '../../../../contract/calls/otc-market';
import { RiskLine } from '../../../components/RiskLine';

/** Says that the RAB market is halted, and why: in the operator's words, or that it halted itself. */
export function HaltedLine({ market }: { market: OtcFigures['rab'] }) {
  if (market.isOpen) return null;
  return (
    <RiskLine tone="warning">
      <Trans>The market is halted. Orders can be cancelled.</Trans>{' '}
      {market.haltedBy === 'guide' ? (
        <Trans>
          It halted itself because trades would have moved the guide price too far; the operator looks into it.
        </Trans>
      ) : (
        market.haltReason
      )}
    </RiskLine>
  );
}
