/** The form of a new offer: side, price, amount, limits of one trade, cards, a note. What is typed is kept as a draft. */
import { useLingui } from '@lingui/react/macro';
import { usdtQuote } from '../../../../contract/calls/otc-usdt';
import { FIAT_DECIMALS, FIAT_PRICE_DECIMALS } from '../../../../contract/calls/otc-usdt-records';
import { otcFigures, type OtcSide } from '../../../../contract/calls/otc-market';
import { amountProblem } from '../../../../contract/money';
import { useCall } from '../../../bridge/useCall';
import { plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useQuote } from '../../../money/useQuote';
import { useTypedValues } from '../../../money/useTypedValues';
import { compare, fiatFor, largestSale } from './arithmetic';
import { useChosenCards } from './useChosenCards';
import type { QuoteInput } from './useOfferFlow';
import { useUsdtRefusal } from './useRefused';

const DRAFT = 'otc-usdt-offer';

const FIELDS = ['price', 'quantity', 'minFiat', 'maxFiat', 'note'] as const;
export type PublishField = (typeof FIELDS)[number];
export type PublishValues = Record<PublishField, string> & { side: OtcSide };

const EMPTY = { price: '', quantity: '', minFiat: '', maxFiat: '', note: '' };
const valuesOf = (kept: Record<string, string>): PublishValues => ({
  ...EMPTY,
  ...kept,
  side: kept['side'] === 'sell' ? 'sell' : 'buy',
});

/** Returns whether a text is an amount of fiat with at most `decimals` decimals. */
function isFiat(text: string, decimals: number): boolean {
  const [, fraction = ''] = text.split('.');
  return amountProblem(text, 'USDT') === null && fraction.length <= decimals;
}

export function usePublishForm(isOpen: boolean) {
  const { t } = useLingui();
  const locale = useLocale();
  const refusal = useUsdtRefusal();
  const info = useCall(otcFigures, {});
  const { values, change, clear } = useTypedValues(DRAFT, valuesOf, { isOpen });
  const cards = useChosenCards([]);
  const { side, price, quantity, minFiat, maxFiat, note } = values;
  const market = info.data?.usdt;
  const available = info.data?.available.USDT;

  const isAmount = amountProblem(quantity, 'USDT') === null;
  const isPrice = isFiat(price, FIAT_PRICE_DECIMALS);
  const worth = isAmount && isPrice ? fiatFor(plainAmount(quantity), plainAmount(price)) : null;
  const most = side === 'sell' && available !== undefined ? largestSale(available, market?.feeRate ?? '0') : null;
  const hasLimits = isFiat(minFiat, FIAT_DECIMALS) && isFiat(maxFiat, FIAT_DECIMALS);
  const problems = {
    quantity: isAmount && market ? amountText() : undefined,
    minFiat: hasLimits && compare(minFiat, maxFiat) > 0 ? t`More than the largest trade` : undefined,
    maxFiat:
      worth !== null && isFiat(maxFiat, FIAT_DECIMALS) && compare(maxFiat, worth) > 0
        ? t`More than the whole offer is worth`
        : undefined,
  };
  function amountText(): string | undefined {
    if (!market) return undefined;
    const [least, largest] = [limitText(market.minimum, locale), limitText(market.maximum, locale)];
    if (compare(quantity, market.minimum) < 0) return t`At least ${least} USDT`;
    if (compare(quantity, market.maximum) > 0) return t`At most ${largest} USDT`;
    return most !== null && compare(quantity, most) > 0
      ? t`With the fee this is more than the cash account has`
      : undefined;
  }
  const isComplete = isAmount && isPrice && hasLimits && Object.values(problems).every((text) => text === undefined);
  const needsCards = side === 'sell' && cards.chosen.length === 0;
  const input: QuoteInput | null =
    isComplete && !needsCards
      ? {
          side,
          order: {
            kind: 'place',
            price: plainAmount(price),
            quantity: plainAmount(quantity),
            minFiat: plainAmount(minFiat),
            maxFiat: plainAmount(maxFiat),
            methodIds: side === 'sell' ? cards.chosen : [],
            ...(note.trim() === '' ? {} : { note: note.trim() }),
          },
        }
      : null;
  const live = useQuote(usdtQuote, input);
  const told = useFormRefusal(['amount'], live.error, refusal);
  return {
    info,
    market,
    available,
    values,
    enter: (part: Partial<PublishValues>) => {
      told.refuse(null);
      change(part);
    },
    /** Puts in, for "All", as much as the person can sell with its fee, and at most what one offer may hold. */
    enterAll: () => {
      const top = market?.maximum ?? null;
      const all = most !== null && top !== null && compare(most, top) > 0 ? top : most;
      if (all !== null) change({ quantity: plainAmount(all) });
    },
    /** The whole offer in one trade. */
    enterWorth: worth === null ? undefined : () => change({ maxFiat: plainAmount(worth) }),
    cards,
    errors: { ...problems, quantity: problems.quantity ?? told.at('amount') },
    formError: told.above,
    quoteFailed: told.failed,
    input,
    live,
    refuse: told.refuse,
    clear: () => clear({ side }),
  };
}
