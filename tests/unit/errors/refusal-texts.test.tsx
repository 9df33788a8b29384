/** Every refusal with every data that the contract allows it, as each kind of screen words it, in all nine languages. */
import { i18n, type Messages } from '@lingui/core';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import type { CallError, ErrorCode } from '../../../contract/errors';
import { useErrorText } from '../../../src/errors/useErrorText';
import { LOCALES, type Locale } from '../../../src/i18n/locales';
import { useRefusalText } from '../../../src/money/useRefusalText';
import { useRabRefusal } from '../../../src/pages/trade/rab/useRabRefusal';
import { useUsdtRefusal } from '../../../src/pages/trade/usdt/useRefused';
import {
  ALL_CODES,
  BROKEN,
  GATEWAY_CODES,
  hasData,
  samplesOf,
  shownFigures,
  wantedFigures,
} from '../../support/refusal-samples';
import { render } from '../support/render';

const SEED = 20;
/** Data of a proxy's answer, which the worker computes with. */
const WITHOUT_FIGURES: ErrorCode = 'http-status';
const SERVER_TEXT = 'as the server words it';
const isOfGateway = (code: ErrorCode) => GATEWAY_CODES.some((one) => one === code);

type Teller = (error: CallError) => string;

/** Each kind of screen tells a refusal by one of these. */
function useTellers(): Record<string, Teller> {
  const errorText = useErrorText();
  const rab = useRabRefusal();
  return {
    toast: (error) => errorText(error, 'write'),
    money: useRefusalText(),
    'rab buying': (error) => rab(error, 'buy'),
    'rab selling': (error) => rab(error, 'sell'),
    usdt: useUsdtRefusal(),
  };
}

function Tellers({ onReady }: { onReady: (tellers: Record<string, Teller>) => void }) {
  const tellers = useTellers();
  useEffect(() => onReady(tellers));
  return null;
}

function tellersIn(locale: Locale, messages: Messages): Record<string, Teller> {
  i18n.loadAndActivate({ locale, messages });
  let tellers: Record<string, Teller> = {};
  render(
    <Tellers
      onReady={(ready) => {
        tellers = ready;
      }}
    />,
  );
  return tellers;
}

/** The refusal as the worker hands it over: with the gateway's text where a gateway has refused. */
function errorsOf(code: ErrorCode): CallError[] {
  const bare = { code, retryable: false, ...(isOfGateway(code) ? { message: SERVER_TEXT } : {}) };
  const samples = hasData(code) ? samplesOf(code, 20, SEED) : [];
  return [bare, ...samples.map((data) => ({ ...bare, data }))] as CallError[];
}

/** Told beside the text: tries left and how long a lock lasts stand below the cells of the password. */
const ASIDE = new Set(['triesLeft', 'lockedUntil']);

/** Names the fault of the text; null for none. */
function faultOf(text: string, { code, data }: CallError): string | null {
  if (!/\p{L}/u.test(text)) return 'says nothing';
  if (BROKEN.test(text)) return 'is broken';
  // The gateway's own texts hold their figures (tests/gateway/http/messages.test.ts).
  if (text === SERVER_TEXT || code === WITHOUT_FIGURES) return null;
  const shown = shownFigures(text);
  const wanted = wantedFigures(data ?? {}, 0).filter(([field]) => !ASIDE.has(field));
  const missing = wanted.find(([, oneOf]) => !oneOf.some((figure) => shown.has(figure)));
  return missing ? `does not say the ${missing[0]}` : null;
}

it.each(LOCALES)('every refusal is told whole in %s', async (locale) => {
  const { messages } = (await import(`../../../locales/${locale}.po`)) as { messages: Messages };
  const tellers = Object.entries(tellersIn(locale, messages));
  const faults = ALL_CODES.flatMap(errorsOf).flatMap((error) =>
    tellers.flatMap(([kind, tell]) => {
      const text = tell(error);
      const fault = faultOf(text, error);
      return fault ? [`${kind} ${fault}: "${text}" of ${JSON.stringify(error)}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});
