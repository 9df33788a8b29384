import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import { AssetMark } from '../../../components/AssetMark';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { hrefTo, paths } from '../../../app/paths';
import { custodyPrincipal, type AssetsAnswer } from './useHome';
import styles from './CustodySummary.module.css';

/** Running custody in one card: principal, yesterday's interest, interest so far. */
export function CustodySummary({ answer }: { answer: AssetsAnswer }) {
  const { t } = useLingui();
  const { runningOrders, interestYesterday, interestTotal } = answer.custodySummary;
  const principal = custodyPrincipal(answer);
  return (
    <Card padded={false}>
      <ListRow
        leading={<AssetMark asset="custody" />}
        title={t`Custody account`}
        subtitle={
          runningOrders === 0 ? (
            <Trans>No running orders</Trans>
          ) : (
            <Plural value={runningOrders} one="# running order" other="# running orders" />
          )
        }
        value={principal !== null && <Amount value={principal} asset="USDT" unit />}
        href={hrefTo(paths.custody)}
      />
      <dl className={styles['stats']}>
        <div>
          <dt>
            <Trans>Interest yesterday</Trans>
          </dt>
          <dd>
            <Amount value={interestYesterday} asset="USDT" change />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Interest so far</Trans>
          </dt>
          <dd>
            <Amount value={interestTotal} asset="USDT" change />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
