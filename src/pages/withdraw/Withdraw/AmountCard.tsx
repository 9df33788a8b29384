import { useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import { AmountField } from '../../../components/AmountField';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { useFeeLabel } from './useFeeLabel';
import type { WithdrawConfig } from './useWindow';
import type { WithdrawForm } from './useWithdrawForm';
import styles from './Withdraw.module.css';

/** Asks for the amount, and shows live below it the fee and the amount that arrives. */
export function AmountCard({ form, config }: { form: WithdrawForm; config: WithdrawConfig }) {
  const { t } = useLingui();
  const locale = useLocale();
  const feeLabel = useFeeLabel();
  const { costs } = form;
  const limit = limitText(config.minimum, locale);
  const figure = (value: string | undefined) =>
    value === undefined ? (
      <span className={styles['dash']}>–</span>
    ) : (
      <Amount value={value} asset="USDT" precision="full" unit hideable={false} />
    );
  return (
    <Card>
      <div className={styles['form']}>
        <AmountField
          label={t`Amount to receive`}
          asset="USDT"
          value={form.amount}
          onChange={form.enter}
          available={config.available}
          onAll={form.enterAll}
          helper={t`At least ${limit} USDT`}
          error={form.amountError}
        />
        <KeyValue
          rows={[
            { label: feeLabel(config), value: figure(costs?.fee) },
            { label: t`Total deducted`, value: figure(costs?.total) },
            { label: t`You receive`, value: figure(costs?.amount), strong: true },
          ]}
        />
      </div>
    </Card>
  );
}
