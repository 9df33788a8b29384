import { Trans } from '@lingui/react/macro';
import type { DepositNetwork } from '../../../contract/calls/wallet';
import { CHAIN_NAMES } from './deposit';

/** A network and its chain; the local test network is never mistaken for a real one. */
export function NetworkName({ network: { network, isTest } }: { network: Pick<DepositNetwork, 'network' | 'isTest'> }) {
  return (
    <span>
      {network} · {isTest ? <Trans>local test network</Trans> : CHAIN_NAMES[network]}
    </span>
  );
}
