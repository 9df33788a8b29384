import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { RabQuote } from '../../../../contract/calls/otc-rab';
import type { RiskTone } from '../../../components/RiskLine';
import { amountSign } from '../../../format/amount';
import { formatSpan } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';

interface RabRiskProps {
  side: OtcSide;
  isTaking: boolean;
  quote: RabQuote | null;
  /** The buyer has this long to post the rest. */
  restMs: number;
}

/** Returns the tone: an order that is filled at once cannot be undone, one that waits can be cancelled. */
export function riskTone(isTaking: boolean): RiskTone {
  return isTaking ? 'danger' : 'warning';
}

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
export function RabRisk({ side, isTaking, quote, restMs }: RabRiskProps): ReactNode {
  const locale = useLocale();
  if (quote !== null && amountSign(quote.depositAtRisk) > 0) {
    const span = formatSpan(restMs, locale);
    return <Trans>After a match you have {span} to post the rest; otherwise the deposit is lost.</Trans>;
  }
  if (isTaking) return <Trans>The trade is settled at once and cannot be undone.</Trans>;
  return side === 'buy' ? (
    <Trans>The USDT is set aside until the order is filled, cancelled or ended. Fills cannot be undone.</Trans>
  ) : (
    <Trans>The RAB is set aside until the order is filled, cancelled or ended. Fills cannot be undone.</Trans>
  );
}
