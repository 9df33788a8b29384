import { useLingui } from '@lingui/react/macro';
import type { CallError } from '../../contract/errors';
import { useErrorText } from '../errors/useErrorText';
import { limitText } from './limit-text';
import { useLocale } from '../i18n/useLocale';

/** Returns the text of a refusal, for a field or above the password, with the figures that the gateway sent along. */
export function useRefusalText(): (error: CallError) => string {
  const { t } = useLingui();
  const locale = useLocale();
  const errorText = useErrorText();
  const amount = (value: string) => limitText(value, locale);
  return (error) => {
    const { data } = error;
    const limit = data !== undefined && 'limit' in data ? amount(data.limit) : null;
    const largest = limit;
    const available = data !== undefined && 'available' in data ? amount(data.available) : null;
    switch (error.code) {
      case 'amount-too-small':
        return limit === null ? t`The amount is too small` : t`Must be greater than ${limit} USDT`;
      case 'amount-too-large':
        return largest === null ? t`More than is in this order` : t`At most ${largest} USDT`;
      case 'remainder-too-small':
        return limit === null
          ? t`What stays would be too small; redeem less, or the whole`
          : t`What stays must be greater than ${limit} USDT; redeem less, or the whole`;
      case 'insufficient-funds':
        return available === null ? t`More than the cash account has` : t`The cash account has ${available} USDT`;
      case 'capacity-full':
        return limit === null
          ? t`Capacity full: the pool cannot reserve the interest`
          : t`Capacity full: at most ${limit} USDT is free in this plan`;
      case 'plan-closed':
        return t`This plan has been closed`;
      case 'order-closed':
        return t`This order has already ended`;
      case 'wrong-trade-password':
        return t`Wrong trade password`;
      case 'trade-password-locked':
        return t`The trade password is locked`;
      case 'stale-version':
        return t`The order has changed meanwhile. These are the current figures.`;
      case 'fee-changed':
        return t`The fee has changed meanwhile. These are the current figures.`;
      case 'price-moved': {
        if (error.data === undefined) return t`The price has moved meanwhile. This is a new quote.`;
        const price = amount(error.data.price);
        return t`The price has moved to ${price} USDT. This is a new quote.`;
      }
      case 'needs-trade-password':
        return t`Set a trade password first`;
      case 'offline':
        return t`This needs a connection. Nothing was sent.`;
      default:
        return errorText(error);
    }
  };
}
