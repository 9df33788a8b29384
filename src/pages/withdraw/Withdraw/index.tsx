import { Trans, useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { withdrawalMethods } from '../../../../contract/calls/identity';
import { userInfo } from '../../../../contract/calls/profile';
import { withdrawalConfig } from '../../../../contract/calls/withdrawals';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { readAhead, useCall } from '../../../bridge/useCall';
import { IconButton } from '../../../components/IconButton';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import { MoneyButton } from '../../../money/MoneyButton';
import { MoneyConfirm } from '../../../money/MoneyConfirm';
import { Unsettled } from '../../../money/Unsettled';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { AmountCard } from './AmountCard';
import { Checklist, isLacking } from './Checklist';
import { MethodPicker } from './MethodPicker';
import { useWindow, type WindowNow, type WithdrawConfig } from './useWindow';
import { useWithdrawal } from './useWithdrawal';
import { useWithdrawForm, type WithdrawForm } from './useWithdrawForm';
import { WindowCard } from './WindowCard';
import styles from './Withdraw.module.css';

const NONE: never[] = [];

/** Reads ahead the data that the page shows first. */
export async function ahead(): Promise<void> {
  await Promise.all([readAhead(withdrawalConfig, {}), readAhead(withdrawalMethods, {}), readAhead(userInfo, {})]);
}

/** Withdraw USDT: when, what is still missing, and then the form and its confirmation (docs/rules.md §4). */
export default function Withdraw() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(withdrawalConfig, {});
  const methods = useCall(withdrawalMethods, {});
  const config = read.data;
  const now = useWindow(read);
  const form = useWithdrawForm(config, methods.data?.methods ?? NONE);
  const withdrawal = useWithdrawal(form, config?.window.timeZone ?? 'UTC', read.refresh);
  return (
    <>
      <NavBar
        title={t`Withdraw USDT`}
        onBack={back}
        actions={
          <IconButton
            label={t`Withdrawal records`}
            icon={<History size={22} strokeWidth={1.75} />}
            href={hrefTo(paths.withdrawals)}
          />
        }
      />
      <div className={styles['page']}>
        <ReadStamp read={read} />
        <ReadArea read={read} hasData={config !== undefined} skeleton="card" count={2}>
          {config && (
            <>
              <WindowCard window={config.window} now={now} />
              <Checklist conditions={config.conditions} />
              {!config.conditions.some(isLacking) && (
                <ReadArea read={methods} hasData={methods.data !== undefined} skeleton="card">
                  <Form config={config} form={form} now={now} withdrawal={withdrawal} />
                </ReadArea>
              )}
            </>
          )}
        </ReadArea>
      </div>
      {config && <MoneyConfirm flow={withdrawal.flow} />}
    </>
  );
}

interface FormProps {
  config: WithdrawConfig;
  form: WithdrawForm;
  now: WindowNow;
  withdrawal: ReturnType<typeof useWithdrawal>;
}

function Form({ config, form, now, withdrawal }: FormProps) {
  const locale = useLocale();
  const isTest = config.networks.some((one) => one.isTest && one.network === form.method?.network);
  const isWaiting = config.conditions.some(({ isMet }) => !isMet);
  const wait = formatCountdown(now.secondsLeft, locale);
  const { isUnsettled, isAsking } = withdrawal.flow;
  return (
    <div className={styles['form']}>
      <MethodPicker
        methods={form.methods}
        networks={config.networks}
        value={form.method?.id ?? null}
        onChange={form.choose}
        error={form.methodError}
      />
      {isTest && (
        <RiskLine tone="info">
          <Trans>This is a local test network: its USDT has no value.</Trans>
        </RiskLine>
      )}
      <AmountCard form={form} config={config} />
      {isUnsettled && <Unsettled of="withdrawal" />}
      {form.otherError !== undefined && (
        <div role="alert">
          <RiskLine tone="danger">{form.otherError}</RiskLine>
        </div>
      )}
      <MoneyButton
        disabled={form.ready === null || !now.isOpen || isWaiting || isUnsettled}
        loading={isAsking}
        onClick={withdrawal.next}
      >
        {now.isOpen || now.secondsLeft === 0 ? <Trans>Next: check and confirm</Trans> : <Trans>Opens in {wait}</Trans>}
      </MoneyButton>
    </div>
  );
}
