import { Trans, useLingui } from '@lingui/react/macro';
import { ClipboardList, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { otcFigures } from '../../../../contract/calls/otc-market';
import { rabLots, rabGuideHistory } from '../../../../contract/calls/otc-rab';
import { useNavigation, useQuery } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { readAhead, useCall } from '../../../bridge/useCall';
import { BelowTitleSlot } from '../../../components/BelowTitle';
import { Button } from '../../../components/Button';
import { IconButton } from '../../../components/IconButton';
import { Segmented } from '../../../components/Segmented';
import { MARKET_QUERY, type Market } from '../parts/useMarketFilters';
import { RabMarket } from '../RabMarket';
import { UsdtMarket } from '../UsdtMarket';
import styles from './Trade.module.css';

/** Reads ahead the data that the tab shows first. */
export async function ahead(): Promise<void> {
  await Promise.all([
    readAhead(otcFigures, {}),
    readAhead(rabLots, { side: 'sell' }),
    readAhead(rabGuideHistory, { period: '24h' }),
  ]);
}

/** Trade: the RAB market and the USDT market (docs/screens.md). */
export default function Trade() {
  const { t } = useLingui();
  const { replace } = useNavigation();
  const market: Market = useQuery('market') === 'usdt' ? 'usdt' : 'rab';
  const attention = useCall(otcFigures, {}).data?.attention ?? 0;
  const [isPublishing, setPublishing] = useState(false);
  const publish = useMemo(
    () => ({ isOpen: isPublishing, open: () => setPublishing(true), close: () => setPublishing(false) }),
    [isPublishing],
  );
  return (
    <>
      <header className={styles['bar']}>
        <h1 className="rab-sr" tabIndex={-1} data-page-title>
          <Trans>Trade</Trans>
        </h1>
        <div className={styles['markets']}>
          <Segmented
            label={t`Market`}
            options={[
              { value: 'rab', label: 'RAB' },
              { value: 'usdt', label: 'USDT' },
            ]}
            value={market}
            onChange={(next) => replace(paths.trade, { market: MARKET_QUERY[next] })}
          />
        </div>
        <div className={styles['actions']}>
          <IconButton
            label={t`My orders`}
            icon={<ClipboardList size={22} strokeWidth={1.75} />}
            badge={attention}
            href={hrefTo(market === 'rab' ? paths.myRabOrders : paths.myUsdtOrders)}
          />
          <Button
            className={styles['publish']}
            size="small"
            icon={<Plus size={17} strokeWidth={2.2} aria-hidden="true" />}
            onClick={publish.open}
          >
            <Trans>Publish</Trans>
          </Button>
        </div>
      </header>
      <BelowTitleSlot />
      {market === 'rab' ? <RabMarket publish={publish} /> : <UsdtMarket publish={publish} />}
    </>
  );
}
