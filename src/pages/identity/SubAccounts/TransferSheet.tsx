import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { accountTransfer, assets } from '../../../../contract/calls/profile';
import type { CallError } from '../../../../contract/errors';
import { amountProblem, ASSETS, toUnits, type AssetCode } from '../../../../contract/money';
import type { Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { useMoneyCall } from '../../../bridge/useMoneyCall';
import { Amount } from '../../../components/Amount';
import { AmountField } from '../../../components/AmountField';
import { ChoiceList } from '../../../components/ChoiceList';
import type { ConfirmDone } from '../../../components/ConfirmResult';
import { ConfirmSheet } from '../../../components/ConfirmSheet';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import { Sheet } from '../../../components/Sheet';
import { plainAmount } from '../../../format/amount';
import { CheckingText } from '../../money/CheckingText';
import { MoneyButton } from '../../money/MoneyButton';
import { HANDLED } from '../../money/refusals';
import { useMoneyFlow } from '../../money/useMoneyFlow';
import { useRefusalText } from '../../money/useRefusalText';
import { useLast } from '../../read/useLast';
import type { Account } from './account';
import styles from './SubAccounts.module.css';

interface TransferView {
  to: Account;
  asset: AssetCode;
  amount: string;
}
const CODES = Object.keys(ASSETS) as AssetCode[];

interface TransferSheetProps {
  open: boolean;
  onClose: () => void;
  accounts: readonly Account[];
  nameOf: (account: Account) => string;
}

/** From the account that is shown to another of one's own; free, confirmed by the trade password. */
export function TransferSheet({ open, onClose, accounts, nameOf }: TransferSheetProps) {
  const { t } = useLingui();
  const form = useTransferForm(accounts);
  const money = useMoneyCall(accountTransfer);
  const flow = useMoneyFlow<TransferView, Output<typeof accountTransfer>>({
    send: ({ to, asset, amount }, tradePassword, intentId) =>
      money.run({ toAccountId: to.id, asset, amount, tradePassword }, { intentId, handles: HANDLED }),
    onDone: (data) => {
      form.enter('');
      return transferred(data);
    },
    onForm: form.refuse,
  });
  const isUnsettled = money.state.phase === 'unknown';
  const others = accounts.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <Sheet
        open={open && flow.view === null}
        onClose={onClose}
        title={t`Transfer between accounts`}
        footer={
          <MoneyButton disabled={form.view === null || isUnsettled} onClick={() => form.view && flow.start(form.view)}>
            <Trans>Next: trade password</Trans>
          </MoneyButton>
        }
      >
        <div className={styles['stack']}>
          {isUnsettled && (
            <RiskLine tone="warning">
              <Trans>The outcome of your last transfer is still being looked up. Nothing new is sent until then.</Trans>
            </RiskLine>
          )}
          <ChoiceList
            label={t`To`}
            options={others.map((account) => ({ value: account.id, label: nameOf(account) }))}
            value={form.to?.id ?? ''}
            onChange={form.chooseTo}
          />
          <Segmented
            label={t`Asset`}
            options={CODES.map((code) => ({ value: code, label: code }))}
            value={form.asset}
            onChange={form.chooseAsset}
          />
          <AmountField
            label={t`Amount`}
            asset={form.asset}
            value={form.amount}
            onChange={form.enter}
            available={form.available}
            error={form.error}
          />
        </div>
      </Sheet>
      <TransferConfirm
        open={open && flow.view !== null}
        view={flow.view}
        nameOf={nameOf}
        onClose={() => {
          if (flow.isDone) onClose();
          flow.cancel();
        }}
        onConfirm={flow.confirm}
        isChecking={money.state.phase === 'checking'}
      />
    </>
  );
}

/** What the result view says of a transfer. */
function transferred({ journalId }: Output<typeof accountTransfer>): ConfirmDone {
  return { ok: true, state: { kind: 'done', text: <Trans>Transferred</Trans> }, reference: journalId };
}

function useTransferForm(accounts: readonly Account[]) {
  const { t } = useLingui();
  const refusalText = useRefusalText();
  const { data } = useCall(assets, {});
  const [toId, setToId] = useState<string | null>(null);
  const [asset, setAsset] = useState<AssetCode>('USDT');
  const [amount, setAmount] = useState('');
  const [refused, setRefused] = useState<CallError | null>(null);
  const to = accounts.find(({ id, isCurrent }) => id === toId && !isCurrent) ?? accounts.find((one) => !one.isCurrent);
  const available = data?.cash.find((row) => row.asset === asset)?.available;
  const isAmount = amountProblem(amount, asset) === null;
  const isTooMuch = isAmount && available !== undefined && toUnits(amount, asset) > toUnits(available, asset);
  const enter = (text: string) => {
    setRefused(null);
    setAmount(text);
  };
  return {
    to,
    asset,
    amount,
    available,
    error: isTooMuch ? t`More than the cash account has` : refused ? refusalText(refused) : undefined,
    view: to && isAmount && !isTooMuch ? { to, asset, amount: plainAmount(amount) } : null,
    chooseTo: setToId,
    chooseAsset: (code: AssetCode) => {
      enter('');
      setAsset(code);
    },
    enter,
    refuse: setRefused,
  };
}

interface TransferConfirmProps {
  open: boolean;
  view: TransferView | null;
  nameOf: (account: Account) => string;
  onClose: () => void;
  onConfirm: ReturnType<typeof useMoneyFlow>['confirm'];
  isChecking: boolean;
}

function TransferConfirm({ open, view, nameOf, onClose, onConfirm, isChecking }: TransferConfirmProps) {
  const { t } = useLingui();
  const shown = useLast(view);
  if (!shown) return null;
  const { to, asset, amount } = shown;
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t`Confirm transfer`}
      hero={{ label: t`Arrives`, amount, asset }}
      rows={[
        { label: t`To`, value: nameOf(to) },
        { label: t`Fee`, value: <Amount value="0" asset={asset} precision="full" unit hideable={false} /> },
        { label: t`Arrives`, value: <Trans>at once, in the cash account</Trans> },
      ]}
      risk={
        isChecking
          ? { tone: 'info', text: <CheckingText /> }
          : { tone: 'info', text: t`Both accounts are yours: you can transfer it back at any time.` }
      }
      confirmLabel={t`Transfer`}
      onConfirm={onConfirm}
    />
  );
}
