import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { assets } from '../../../../contract/calls/profile';
import { useNavigation } from '../../../app/navigation';
import { readAhead, useCall } from '../../../bridge/useCall';
import { Amount } from '../../../components/Amount';
import { AssetMark } from '../../../components/AssetMark';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { NavBar } from '../../../components/NavBar';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { NO_FILTERS } from '../../records/statement';
import { StatementExport } from '../../records/StatementExport';
import { BalanceDetails, type AssetsAnswer } from '../BalanceDetails';
import styles from './AssetsReport.module.css';

const WHOLE_STATEMENT = { account: 'cash', ...NO_FILTERS } as const;

/** Reads ahead the data that the report shows first. */
export function ahead(): Promise<void> {
  return readAhead(assets, {});
}

/** Every asset of both accounts, what it is worth and at which price, and statements as files (docs/screens.md). */
export default function AssetsReport() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(assets, {});
  const [isExporting, setExporting] = useState(false);
  const answer = read.data;
  return (
    <>
      <NavBar title={t`Assets report`} onBack={back} />
      <div className={styles['page']}>
        <ReadStamp read={read} />
        <ReadArea read={read} hasData={answer !== undefined} skeleton="card" count={4}>
          {answer && <Balances answer={answer} />}
        </ReadArea>
        <Button block variant="soft" onClick={() => setExporting(true)}>
          <Trans>Export statement</Trans>
        </Button>
      </div>
      <StatementExport open={isExporting} onClose={() => setExporting(false)} filters={WHOLE_STATEMENT} />
    </>
  );
}

function Balances({ answer }: { answer: AssetsAnswer }) {
  const { t } = useLingui();
  const { guidePrice, totalUsdt } = answer;
  const accounts = [
    { name: t`Cash account`, balances: answer.cash },
    { name: t`Custody account`, balances: answer.custody },
  ];
  const total = <Amount value={totalUsdt} asset="USDT" precision="full" unit />;
  return (
    <>
      <Card>
        <KeyValue rows={[{ label: t`Total value`, value: total, strong: true }]} />
      </Card>
      {accounts.flatMap(({ name, balances }) =>
        balances.map((balance) => (
          <Card
            key={name + balance.asset}
            title={
              <span className={styles['asset']}>
                <AssetMark asset={balance.asset} size={24} />
                {`${name} · ${balance.asset}`}
              </span>
            }
          >
            <BalanceDetails balance={balance} guidePrice={guidePrice} />
          </Card>
        )),
      )}
    </>
  );
}
