/** The form of an order of the RAB market: price, quantity in either asset, whether it may be split. What is typed is kept. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { otcFigures, type OtcSide } from '../../../../contract/calls/otc-market';
import { rabQuote, rabLot, type RabLot } from '../../../../contract/calls/otc-rab';
import type { CallError } from '../../../../contract/errors';
import { amountProblem } from '../../../../contract/money';
import { useCall } from '../../../bridge/useCall';
import { plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { currentOf } from '../../../money/refusals';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useQuote } from '../../../money/useQuote';
import { useTypedValues } from '../../../money/useTypedValues';
import { compareRab, givenAsset, isWithin, largestPurchase, rabFor } from './arithmetic';
import type { OrderTarget } from './target';
import type { QuoteInput } from './useRabOrderFlow';
import { useRabRefusal } from './useRabRefusal';

export type Unit = 'RAB' | 'USDT';

type OrderValues = {
  /** Empty: the guide price, as it was when the sheet opened. */
  price: string;
  unit: Unit;
  text: string;
  canSplit: 'yes' | 'no';
};

const valuesOf = (kept: Record<string, string>): OrderValues => ({
  price: kept['price'] ?? '',
  unit: kept['unit'] === 'USDT' ? 'USDT' : 'RAB',
  text: kept['text'] ?? '',
  canSplit: kept['canSplit'] === 'no' ? 'no' : 'yes',
});

function useTargeted(target: OrderTarget) {
  const [lot, setLot] = useState<RabLot | null>(target.kind === 'take' ? target.lot : null);
  const [chosen, choose] = useState<OtcSide>(target.kind === 'publish' ? target.side : 'buy');
  const side: OtcSide = lot === null ? chosen : lot.side === 'sell' ? 'buy' : 'sell';
  return { lot, setLot, side, choose };
}

/** Returns RAB for the field's text; null while it is no amount. */
function quantityOf(unit: Unit, text: string, price: string | null): string | null {
  if (amountProblem(text, unit) !== null) return null;
  if (unit === 'RAB') return plainAmount(text);
  return price === null ? null : plainAmount(rabFor(text, price));
}

export function useRabOrderForm(target: OrderTarget, isOpen: boolean) {
  const info = useCall(otcFigures, {});
  const market = info.data?.rab;
  const { lot, setLot, side, choose } = useTargeted(target);
  const of = lot?.id ?? 'new';
  const { values, change, clear } = useTypedValues(`otc-rab-${target.kind}`, valuesOf, { isOpen, of });
  const canSplit = values.canSplit === 'yes';
  const refusal = useRabRefusal();
  const [more, setMore] = useState<string | null>(null);
  const [startPrice, setStartPrice] = useState<string | null>(null);
  if (startPrice === null && market) setStartPrice(plainAmount(market.guidePrice.price));

  const priceText = lot ? plainAmount(lot.price) : values.price || (startPrice ?? '');
  const price = amountProblem(priceText, 'USDT') === null ? plainAmount(priceText) : null;
  // A lot that cannot be split is filled whole: there is no amount to enter, apart from what better prices take before it.
  const isWhole = lot !== null && !lot.canSplit;
  const quantity = isWhole ? (more ?? plainAmount(lot.remaining)) : quantityOf(values.unit, values.text, price);
  const band = market ? { low: market.lowest, high: market.highest } : null;
  const problems = useProblems({ lot, price, quantity, band, more });
  const isComplete = price !== null && quantity !== null && quantity !== '0';
  const input: QuoteInput | null =
    isComplete && problems.price === undefined && problems.amount === undefined && market?.isOpen === true
      ? {
          side,
          price,
          quantity,
          canSplit: lot ? lot.canSplit : canSplit,
          ...(lot ? { mode: 'now', seen: { id: lot.id, version: lot.version } } : { mode: 'rest' }),
        }
      : null;
  const live = useQuote(rabQuote, input);
  const told = useFormRefusal(['price', 'amount'], live.error, (error) => refusal(error, side));
  const refuse = (error: CallError) => {
    told.refuse(error);
    const current = currentOf(rabLot, error);
    if (current === null) return;
    setLot(current);
    setMore(null);
  };
  // A quote can find the lot changed as well: it is shown as it is now, and said.
  const fresh = currentOf(rabLot, live.error);
  if (fresh !== null && live.error !== null && fresh.version !== lot?.version) refuse(live.error);
  const { error } = told;
  const available = info.data?.available[givenAsset(side)];
  const least = error?.code === 'fill-too-small' && error.data ? plainAmount(error.data.limit) : null;
  return {
    quantity,
    /** The least RAB that the best price takes, when the entered amount is below it; else null. */
    least,
    enterLeast: () => {
      if (least === null) return;
      told.refuse(null);
      setMore(least);
      if (!isWhole) change({ unit: 'RAB', text: least });
    },
    lot,
    side,
    choose: (next: OtcSide) => {
      told.refuse(null);
      choose(next);
    },
    info,
    market,
    band,
    price: priceText,
    values,
    canSplit,
    isWhole,
    available,
    enter: (part: Partial<OrderValues>) => {
      told.refuse(null);
      change(part);
    },
    /** The same quantity in the other asset is entered anew: converting it would round. */
    chooseUnit: (unit: Unit) => change({ unit, text: '' }),
    enterAll: () => {
      if (available === undefined || price === null) return;
      const most = side === 'sell' ? available : largestPurchase(available, price, market?.feeRate ?? '0');
      const all = lot && compareRab(lot.remaining, most) < 0 ? lot.remaining : most;
      told.refuse(null);
      change({ unit: 'RAB', text: plainAmount(all) });
    },
    errors: { price: problems.price ?? told.at('price'), amount: problems.amount ?? told.at('amount') },
    /** The text above the form. */
    formError: told.above,
    quoteFailed: told.failed,
    isShort: error?.code === 'insufficient-funds',
    input,
    live,
    refuse,
    clear: () => clear(),
  };
}

interface EnteredOrder {
  lot: RabLot | null;
  price: string | null;
  quantity: string | null;
  band: { low: string; high: string } | null;
  /** The least amount that the gateway has named: better prices take a part of it, so it may be more than the lot has. */
  more: string | null;
}

type FieldTexts = Record<'price' | 'amount', string | undefined>;

/** Finds the problems that need no question to the gateway. */
function useProblems({ lot, price, quantity, band, more }: EnteredOrder): FieldTexts {
  const { t } = useLingui();
  const locale = useLocale();
  const problems: FieldTexts = { price: undefined, amount: undefined };
  if (lot === null && price !== null && band !== null && !isWithin(price, band)) {
    const [low, high] = [limitText(band.low, locale), limitText(band.high, locale)];
    problems.price = t`Prices from ${low} to ${high} are allowed`;
  }
  if (lot !== null && quantity !== null && quantity !== more) {
    const [smallest, remaining] = [limitText(lot.smallest, locale), limitText(lot.remaining, locale)];
    if (compareRab(quantity, lot.remaining) > 0) problems.amount = t`At most ${remaining} RAB`;
    else if (compareRab(quantity, lot.smallest) < 0) problems.amount = t`At least ${smallest} RAB`;
  }
  return problems;
}
