import { Trans, useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { useState } from 'react';
import { depositAddresses, deposits, type DepositNetwork } from '../../../../contract/calls/wallet';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { readAhead, useCall } from '../../../bridge/useCall';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { EmptyState } from '../../../components/EmptyState';
import { IconButton } from '../../../components/IconButton';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useRepeated } from '../../read/useRepeated';
import { LIVE_MS } from '../deposit';
import { NetworkName } from '../NetworkName';
import { AddressCard } from './AddressCard';
import { Arriving } from './Arriving';
import styles from './Deposit.module.css';

/** Reads ahead the data that the page shows first. */
export async function ahead(): Promise<void> {
  await Promise.all([readAhead(depositAddresses, {}), readListAhead(deposits, {})]);
}

/** Deposit USDT: the network first, then the warning, then the address (docs/rules.md §4); deposits that arrive are confirmed below. */
export default function Deposit() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(depositAddresses, {});
  const list = useListCall(deposits, {});
  const [wanted, setWanted] = useState<DepositNetwork['network'] | null>(null);
  useRepeated(list.refresh, LIVE_MS);
  const networks = read.data?.networks ?? [];
  const chosen = networks.find(({ network }) => network === wanted) ?? networks[0];
  return (
    <>
      <NavBar
        title={t`Deposit USDT`}
        onBack={back}
        actions={
          <IconButton
            label={t`Deposit records`}
            icon={<History size={22} strokeWidth={1.75} />}
            href={hrefTo(paths.deposits)}
          />
        }
      />
      <div className={styles['page']}>
        <ReadArea
          read={read}
          hasData={read.data !== undefined}
          skeleton="card"
          empty={chosen === undefined ? <EmptyState hint={t`Deposits are not open at the moment.`} /> : undefined}
        >
          {chosen && (
            <>
              <Segmented
                label={t`Network`}
                options={networks.map((network) => ({
                  value: network.network,
                  label: <NetworkName network={network} />,
                }))}
                value={chosen.network}
                onChange={setWanted}
              />
              <Warnings network={chosen} />
              <AddressCard network={chosen} />
            </>
          )}
        </ReadArea>
        <ReadStamp read={read} />
        <Arriving deposits={list.items} />
      </div>
    </>
  );
}

/** Warns the person before they use the address. */
function Warnings({ network }: { network: DepositNetwork }) {
  const { network: name, isTest, isDelayed } = network;
  return (
    <>
      {isTest && (
        <RiskLine tone="info">
          <Trans>
            This is a local test network: its USDT has no value, and nothing that is sent over a real network arrives
            here.
          </Trans>
        </RiskLine>
      )}
      {isDelayed && (
        <RiskLine tone="info">
          <Trans>The network does not answer just now. Deposits show as soon as it does; none is lost.</Trans>
        </RiskLine>
      )}
      <RiskLine tone="warning">
        <Trans>
          <b>Only USDT over {name}.</b> What comes over another network, or in another coin, cannot be recovered.
        </Trans>
      </RiskLine>
    </>
  );
}
