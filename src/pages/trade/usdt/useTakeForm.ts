/** The form that takes an offer: how much, in fiat or in USDT, and for selling the cards to be paid to. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { usdtQuote } from '../../../../contract/calls/otc-usdt';
import { FIAT_DECIMALS, usdtOfferRecord, type UsdtOffer } from '../../../../contract/calls/otc-usdt-records';
import { otcFigures, type OtcSide } from '../../../../contract/calls/otc-market';
import type { CallError } from '../../../../contract/errors';
import { amountProblem } from '../../../../contract/money';
import { useCall } from '../../../bridge/useCall';
import { plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { currentOf } from '../../../money/refusals';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useQuote } from '../../../money/useQuote';
import { useKeepValues } from '../../../update/useKeptValues';
import { fiatText } from '../fiat';
import { compare, fiatBelow, fiatFor, largestSale, usdtFor } from './arithmetic';
import { useChosenCards } from './useChosenCards';
import type { QuoteInput } from './useOfferFlow';
import { useUsdtRefusal } from './useRefused';

export type Unit = 'fiat' | 'usdt';

export interface TakeStart {
  unit: Unit;
  text: string;
}

/** Returns USDT for the field's text; null for no amount. The price of the whole rest, in full cents, buys just the rest. */
function quantityOf(unit: Unit, text: string, { price, remaining }: UsdtOffer): string | null {
  if (amountProblem(text, 'USDT') !== null) return null;
  if (unit === 'usdt') return plainAmount(text);
  const [, decimals = ''] = text.split('.');
  if (decimals.length > FIAT_DECIMALS) return null;
  const isAll = compare(text, fiatFor(remaining, price)) === 0;
  return plainAmount(isAll ? remaining : usdtFor(text, price));
}

function takingOf({ id, version }: UsdtOffer, quantity: string, methodIds: string[]): QuoteInput['order'] {
  return { kind: 'take', offerId: id, version, quantity, methodIds };
}

/** @param restartName under which what is typed survives a restart of the app */
export function useTakeForm(offered: UsdtOffer, start: TakeStart, restartName: string) {
  const { t } = useLingui();
  const locale = useLocale();
  const refusal = useUsdtRefusal();
  const info = useCall(otcFigures, {});
  const [offer, setOffer] = useState(offered);
  const [unit, setUnit] = useState(start.unit);
  const [text, setText] = useState(start.text);
  const cards = useChosenCards([]);
  useKeepValues(restartName, text === '' ? null : { offerId: offer.id, unit, text });

  const side: OtcSide = offer.side === 'sell' ? 'buy' : 'sell';
  const { price, fiat, minFiat, maxFiat, remaining } = offer;
  const available = info.data?.available.USDT;
  const quantity = quantityOf(unit, text, offer);
  const inFiat = quantity === null || quantity === '0' ? null : fiatFor(quantity, price);
  // A remainder below the limit can be taken whole (contract: usdtOfferRecord.minFiat).
  const limits = `${fiatText(minFiat, locale)} – ${fiatText(maxFiat, locale)} ${fiat}`;
  const isBeyond = inFiat !== null && (compare(inFiat, minFiat) < 0 || compare(inFiat, maxFiat) > 0);
  const feeRate = info.data?.usdt.feeRate ?? '0';
  const most = side === 'sell' && available !== undefined ? largestSale(available, feeRate) : null;
  const isTooMuch = quantity !== null && most !== null && compare(quantity, most) > 0;
  const needsCards = side === 'sell' && cards.chosen.length === 0;
  const isOrder = inFiat !== null && !isBeyond && !isTooMuch && !needsCards;
  const input: QuoteInput | null =
    isOrder && quantity !== null
      ? { side, order: takingOf(offer, quantity, side === 'sell' ? cards.chosen : []) }
      : null;
  const live = useQuote(usdtQuote, input);
  const told = useFormRefusal(['amount'], live.error, refusal);
  const refuse = (next: CallError) => {
    told.refuse(next);
    const current = currentOf(usdtOfferRecord, next);
    if (current !== null) setOffer(current);
  };
  // A quote can find the offer changed as well: it is shown as it is now, and said.
  const fresh = currentOf(usdtOfferRecord, live.error);
  if (fresh !== null && live.error !== null && fresh.version !== offer.version) refuse(live.error);

  const all = () => {
    const whole = compare(fiatFor(remaining, price), maxFiat) <= 0 ? remaining : usdtFor(maxFiat, price);
    const isShort = most !== null && compare(most, whole) < 0;
    const least = isShort ? most : whole;
    told.refuse(null);
    if (unit === 'usdt' || compare(least, '0') === 0) setText(plainAmount(least));
    else setText(plainAmount((isShort ? fiatBelow : fiatFor)(least, price)));
  };
  return {
    offer,
    side,
    info,
    available,
    unit,
    text,
    limits,
    cards,
    input,
    live,
    amountError: isBeyond
      ? t`One trade is of ${limits}`
      : isTooMuch
        ? t`With the fee this is more than the cash account has`
        : told.at('amount'),
    /** The text above the form. */
    formError: told.above,
    quoteFailed: told.failed,
    all,
    enter: (next: string) => {
      told.refuse(null);
      setText(next);
    },
    choose: (next: Unit) => {
      setUnit(next);
      setText(quantity === null || inFiat === null ? '' : plainAmount(next === 'usdt' ? quantity : inFiat));
    },
    /** Puts a refusal where it belongs; a changed offer takes the place of the one that was seen. */
    refuse,
  };
}
