import { Trans } from '@lingui/react/macro';
import { RiskLine } from '../../../components/RiskLine';

/** Tells what a person loses who forgets the lock's keys. */
export function NothingElseLost() {
  return (
    <RiskLine tone="info">
      <Trans>
        Whoever loses PIN and passkey logs in again: nothing else is lost, since your account keeps everything.
      </Trans>
    </RiskLine>
  );
}
