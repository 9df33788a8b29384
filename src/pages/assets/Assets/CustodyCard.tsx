import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import { AssetMark } from '../../../components/AssetMark';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { hrefTo, paths } from '../../../app/paths';
import type { ReactNode } from 'react';
import type { AssetsAnswer } from '../BalanceDetails';
import styles from './Assets.module.css';

/** The custody account: the principal in running orders; leads to the custody tab. */
export function CustodyCard({ answer, stamp }: { answer: AssetsAnswer; stamp: ReactNode }) {
  const { t } = useLingui();
  const { runningOrders, interestYesterday } = answer.custodySummary;
  // Orders are in USDT only (docs/rules.md §5); other assets have no orders to tell of.
  const running = (
    <>
      <Plural value={runningOrders} one="# running" other="# running" /> ·{' '}
      <Trans>
        yesterday <Amount value={interestYesterday} asset="USDT" change />
      </Trans>
    </>
  );
  return (
    <Card padded={false}>
      {answer.custody.map((balance) => (
        <ListRow
          key={balance.asset}
          leading={<AssetMark asset="custody" />}
          title={answer.custody.length === 1 ? t`Custody account` : `${t`Custody account`} · ${balance.asset}`}
          subtitle={
            <>
              {balance.asset === 'USDT' && running}
              {stamp && <span className={styles['age']}>{stamp}</span>}
            </>
          }
          value={<Amount value={balance.total} asset={balance.asset} precision="full" />}
          href={hrefTo(paths.custody)}
        />
      ))}
    </Card>
  );
}
