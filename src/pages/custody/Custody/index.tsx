import { Trans, useLingui } from '@lingui/react/macro';
import { CircleQuestionMark, History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../components/IconButton';
import { PageTitle } from '../../../components/PageTitle';
import { SectionTitle } from '../../../components/SectionTitle';
import { useNavigation, useQuery } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { MoneyButton } from '../../../money/MoneyButton';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { PlanPicker } from '../PlanPicker';
import { planState, startPlan } from '../plan';
import { CustodySheets, useCustodySheets, type CustodySheetsState } from '../sheets/CustodySheets';
import { Certificate } from './Certificate';
import { RunningOrders } from './RunningOrders';
import { useCustody } from './useCustody';
import styles from './Custody.module.css';

export { ahead } from './useCustody';

/** Home's shortcuts lead straight to a sheet (`?sheet=`); the address itself stays the tab's. */
function useSheetOfLink(open: CustodySheetsState['open']): void {
  const { replace } = useNavigation();
  const wantedSheet = useQuery('sheet');
  useEffect(() => {
    if (wantedSheet !== 'place' && wantedSheet !== 'help') return;
    replace(paths.custody);
    open(wantedSheet === 'place' ? { kind: 'place', addTo: null } : { kind: 'help' });
  }, [wantedSheet, replace, open]);
}

/** The Custody tab: custody account, plans, placing an order, running orders (docs/screens.md). */
export default function Custody() {
  const { t } = useLingui();
  const { balances, config, running } = useCustody();
  const [wantedPlanId, setPlanId] = useState<string | null>(null);
  const sheets = useCustodySheets();
  const { open } = sheets;
  const plan = config.data
    ? (config.data.plans.find(({ id }) => id === wantedPlanId) ?? startPlan(config.data, wantedPlanId))
    : null;
  const canOrder =
    plan !== null && config.data !== undefined && planState(plan, config.data.minimumExclusive) === 'open';
  const place = () => open({ kind: 'place', addTo: null, planId: plan?.id ?? null });

  useSheetOfLink(open);

  return (
    <>
      <PageTitle
        title={t`Trust`}
        actions={
          <>
            <IconButton
              label={t`Custody changes`}
              icon={<History size={22} strokeWidth={1.75} />}
              href={hrefTo(paths.custodyChanges)}
            />
            <IconButton
              label={t`How custody works`}
              icon={<CircleQuestionMark size={22} strokeWidth={1.75} />}
              onClick={() => open({ kind: 'help' })}
            />
          </>
        }
      />
      <div className={styles['page']}>
        <div className={styles['certificate']}>
          <ReadArea read={balances} hasData={balances.data !== undefined} skeleton="card">
            {balances.data && <Certificate answer={balances.data} stamp={<ReadStamp read={balances} />} />}
          </ReadArea>
        </div>
        <section className={styles['plans']}>
          <SectionTitle title={<Trans>Custody plans</Trans>} note={<Trans>Daily rate, fixed for the term</Trans>} />
          <div className={styles['tiles']}>
            <ReadArea read={config} hasData={config.data !== undefined} skeleton="card">
              {config.data && (
                <PlanPicker
                  label={t`Custody plans`}
                  config={config.data}
                  value={plan?.id ?? null}
                  onChange={setPlanId}
                />
              )}
            </ReadArea>
          </div>
          <MoneyButton disabled={!canOrder} onClick={place}>
            <Trans>Place custody order</Trans>
          </MoneyButton>
        </section>
        <RunningOrders running={running} onOpen={(order) => open({ kind: 'order', order })} onPlace={place} />
      </div>
      <CustodySheets {...sheets} fresh={running.items} refresh={() => void running.refresh()} />
    </>
  );
}
