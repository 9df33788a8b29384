import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { deliverySlipTotals, SLIP_ASSET } from '../../../../contract/calls/slips';
import { useCall } from '../../../bridge/useCall';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import { ReadArea } from '../../read/ReadArea';
import { rangeOf, type SlipFilters, type SlipPeriod } from './filters';
import { sumsOf } from './slip';
import styles from './Slips.module.css';

/** Reads the totals of each period, so that every choice has them offline too. */
function useTotals(period: SlipPeriod) {
  const [today] = useState(() => new Date());
  const all = useCall(deliverySlipTotals, {});
  const thisMonth = useCall(deliverySlipTotals, rangeOf('this-month', today));
  const lastMonth = useCall(deliverySlipTotals, rangeOf('last-month', today));
  const thisYear = useCall(deliverySlipTotals, rangeOf('this-year', today));
  return { all, 'this-month': thisMonth, 'last-month': lastMonth, 'this-year': thisYear }[period];
}

/** Net, profit and loss of the slips that pass the filters, and what a slip is. */
export function Totals({ filters }: { filters: SlipFilters }) {
  const { t } = useLingui();
  const read = useTotals(filters.period);
  const sums = read.data && sumsOf(read.data.groups, filters);
  const movement = (value: string) => <Amount value={value} asset={SLIP_ASSET} precision="full" change unit />;
  return (
    <div className={styles['totals']}>
      <ReadArea read={read} hasData={sums !== undefined} skeleton="card">
        {sums && (
          <Card>
            <KeyValue
              rows={[
                { label: t`Net result`, value: movement(sums.net), strong: true },
                { label: t`Profit`, value: movement(sums.profit) },
                { label: t`Loss`, value: movement(sums.loss) },
                { label: t`Settlement slips`, value: <Plural value={sums.count} one="# slip" other="# slips" /> },
              ]}
            />
          </Card>
        )}
      </ReadArea>
      <RiskLine tone="info">
        <Trans>
          Slips report what the trading desk did for your custody account. They are records: no money moves by them.
        </Trans>
      </RiskLine>
    </div>
  );
}
