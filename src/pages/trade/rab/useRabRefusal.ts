/** Puts a refusal of the RAB market into words, with the figures that the gateway sent along (docs/rules.md §8). */
import { useLingui } from '@lingui/react/macro';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { CallError } from '../../../../contract/errors';
import { useErrorText } from '../../../errors/useErrorText';
import { amountSign } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { useRefusalText } from '../../../money/useRefusalText';
import { givenAsset } from './arithmetic';

export function useRabRefusal(): (error: CallError, side: OtcSide) => string {
  const { t } = useLingui();
  const locale = useLocale();
  const errorText = useErrorText();
  const refusalText = useRefusalText();
  return (error, side) => {
    switch (error.code) {
      case 'price-out-of-band': {
        if (error.data === undefined) return errorText(error);
        const [low, high] = [limitText(error.data.lowest, locale), limitText(error.data.highest, locale)];
        return t`Prices from ${low} to ${high} are allowed`;
      }
      case 'amount-too-small':
      case 'amount-too-large': {
        if (error.data === undefined) return errorText(error);
        const [least, largest] = [limitText(error.data.limit, locale), limitText(error.data.limit, locale)];
        return error.code === 'amount-too-small' ? t`At least ${least} USDT` : t`At most ${largest} USDT`;
      }
      case 'insufficient-funds': {
        if (error.data === undefined) return t`More than the cash account has`;
        const has = `${limitText(error.data.available, locale)} ${givenAsset(side)}`;
        return t`The cash account has ${has}; the fee is included`;
      }
      case 'fill-too-small': {
        if (error.data === undefined) return errorText(error);
        const least = `${limitText(error.data.limit, locale)} ${error.data.asset}`;
        return t`The best price takes ${least} or more, and nobody trades past it`;
      }
      case 'lot-taken': {
        if (error.data === undefined || amountSign(error.data.available) === 0)
          return t`Somebody was faster: it is no longer there`;
        const left = limitText(error.data.available, locale);
        return t`Somebody was faster: ${left} RAB can be filled now`;
      }
      default:
        return refusalText(error);
    }
  };
}
