import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { transferToAccount, assets } from '../../../../contract/calls/profile';
import { amountProblem, ASSETS, type AssetCode } from '../../../../contract/money';
import { toUnits } from '../../../format/units';
import { useCall } from '../../../bridge/useCall';
import { AmountField } from '../../../components/AmountField';
import { ChoiceList } from '../../../components/ChoiceList';
import { Segmented } from '../../../components/Segmented';
import { plainAmount } from '../../../format/amount';
import { fullAmount } from '../../../money/full-amount';
import { MoneySheet } from '../../../money/MoneySheet';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import { useRefusalText } from '../../../money/useRefusalText';
import type { Account } from './account';

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
  const flow = useTransferFlow(form, nameOf);
  const others = accounts.filter(({ isCurrent }) => !isCurrent);
  return (
    <MoneySheet
      open={open}
      onClose={onClose}
      title={t`Transfer between accounts`}
      flow={flow}
      next={form.view}
      of="transfer"
    >
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
    </MoneySheet>
  );
}

function useTransferFlow(form: ReturnType<typeof useTransferForm>, nameOf: TransferSheetProps['nameOf']) {
  const { t } = useLingui();
  return useMoneyFlow({
    call: transferToAccount,
    input: ({ to, asset, amount }: TransferView) => ({ toAccountId: to.id, asset, amount }),
    terms: ({ to, asset, amount }) => ({
      title: t`Confirm transfer`,
      hero: { label: t`Arrives`, amount, asset },
      rows: [
        { label: t`To`, value: nameOf(to) },
        { label: t`Fee`, value: fullAmount('0', asset) },
        { label: t`Arrives`, value: <Trans>at once, in the cash account</Trans> },
      ],
      risk: { tone: 'info', text: t`Both accounts are yours: you can transfer it back at any time.` },
      confirmLabel: t`Transfer`,
    }),
    result: ({ journalId }) => {
      form.enter('');
      return { ok: true, state: { kind: 'done', text: <Trans>Transferred</Trans> }, reference: journalId };
    },
    refuse: form.refuse,
  });
}

function useTransferForm(accounts: readonly Account[]) {
  const { t } = useLingui();
  const refusalText = useRefusalText();
  const { data } = useCall(assets, {});
  const [toId, setToId] = useState<string | null>(null);
  const [asset, setAsset] = useState<AssetCode>('USDT');
  const [amount, setAmount] = useState('');
  // Every refusal is told at the amount.
  const { above, refuse } = useFormRefusal([], null, refusalText);
  const to = accounts.find(({ id, isCurrent }) => id === toId && !isCurrent) ?? accounts.find((one) => !one.isCurrent);
  const available = data?.cash.find((row) => row.asset === asset)?.available;
  const isAmount = amountProblem(amount, asset) === null;
  const isTooMuch = isAmount && available !== undefined && toUnits(amount, asset) > toUnits(available, asset);
  const enter = (text: string) => {
    refuse(null);
    setAmount(text);
  };
  return {
    to,
    asset,
    amount,
    available,
    error: isTooMuch ? t`More than the cash account has` : above,
    view: to && isAmount && !isTooMuch ? { to, asset, amount: plainAmount(amount) } : null,
    chooseTo: setToId,
    chooseAsset: (code: AssetCode) => {
      enter('');
      setAsset(code);
    },
    enter,
    refuse,
  };
}
