/** Puts each step of a trade into words for the side that reads them. */
import { useLingui } from '@lingui/react/macro';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { formatAmountUnit } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { REASON_NAMES, type EscrowRow } from '../trade';

export interface StepText {
  text: string;
  hint?: string;
}

export function useStepText({ side, quantity, state }: UsdtTrade): (row: EscrowRow) => StepText {
  const { t } = useLingui();
  const locale = useLocale();
  const isBuyer = side === 'buy';
  const amount = formatAmountUnit(quantity, { locale, asset: 'USDT', precision: 'overview' });
  return ({ name, by, reason, look }) => {
    const why = reason === null ? {} : { hint: t(REASON_NAMES[reason]) };
    switch (name) {
      case 'taken':
        return { text: t`Order placed` };
      case 'locked':
        return {
          text: isBuyer ? t`The seller’s ${amount} are locked` : t`Your ${amount} are locked`,
          ...(state === 'completed' || state === 'cancelled'
            ? {}
            : { hint: t`Held by the platform; neither side can move them until they are released` }),
        };
      case 'pay':
        return isBuyer
          ? { text: t`You pay the seller`, hint: t`Tap “I have paid” once the transfer is done` }
          : { text: t`The buyer pays you`, hint: t`You are told as soon as the buyer says so` };
      case 'paid':
        return { text: isBuyer ? t`You have paid` : t`The buyer says that it is paid` };
      case 'late-payment':
        return { text: isBuyer ? t`You reported a late payment` : t`The buyer reported a late payment`, ...why };
      case 'payment-overdue':
        return { text: t`Payment overdue`, hint: t`The USDT stays locked a while for a late payment` };
      case 'confirm':
        return isBuyer
          ? { text: t`The seller confirms receipt`, hint: t`The USDT is released at once` }
          : { text: t`You confirm receipt`, hint: t`The USDT is released at once` };
      case 'confirmed':
        return { text: isBuyer ? t`The seller has confirmed receipt` : t`You have confirmed receipt` };
      case 'cancel-asked':
        return { text: by === 'me' ? t`You agreed to cancel` : t`The other side agreed to cancel` };
      case 'cancel-withdrawn':
        return { text: by === 'me' ? t`You took that back` : t`The other side took that back` };
      case 'disputed':
        return { text: disputedBy(by), ...why };
      case 'evidence':
        return { text: by === 'me' ? t`You added evidence` : t`The other side added evidence` };
      case 'ruling':
        return { text: t`The platform decides`, hint: t`Add what proves your side` };
      case 'ruled':
        return { text: t`The platform has decided`, ...why };
      case 'completed':
      case 'end':
        return look === 'next' && state === 'dispute' ? { text: t`End` } : { text: t`Completed` };
      case 'cancelled':
        return { text: t`Cancelled`, ...why };
    }
  };

  function disputedBy(by: EscrowRow['by']): string {
    if (by === 'me') return t`You opened a dispute`;
    return by === 'them' ? t`The other side opened a dispute` : t`The platform opened a dispute`;
  }
}
