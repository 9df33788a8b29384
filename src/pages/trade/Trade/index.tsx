import { Trans, useLingui } from '@lingui/react/macro';
import { ClipboardList, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { otcInfo } from '../../../../contract/calls/otc';
import { hrefTo, paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { IconButton } from '../../../components/IconButton';
import { PageTitle } from '../../../components/PageTitle';
import { UsdtMarket } from '../UsdtMarket';
import styles from './Trade.module.css';

export { ahead } from '../UsdtMarket';

/** The Trade tab: the market, one's own orders, and publishing. */
export default function Trade() {
  const { t } = useLingui();
  const attention = useCall(otcInfo, {}).data?.attention;
  const [isPublishing, setPublishing] = useState(false);
  const open = useCallback(() => setPublishing(true), []);
  const close = useCallback(() => setPublishing(false), []);
  return (
    <>
      <PageTitle
        title={t`Trade`}
        actions={
          <>
            <IconButton
              label={t`My USDT orders`}
              icon={<ClipboardList size={22} strokeWidth={1.75} />}
              badge={attention}
              href={hrefTo(paths.myUsdtOrders)}
            />
            <Button
              className={styles['publish']}
              size="small"
              icon={<Plus size={17} strokeWidth={2.2} aria-hidden="true" />}
              onClick={open}
            >
              <Trans>Publish</Trans>
            </Button>
          </>
        }
      />
      <UsdtMarket publish={{ isOpen: isPublishing, open, close }} />
    </>
  );
}
