import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleX, Hourglass, Scale, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TradeState, UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { Amount } from '../../../components/Amount';
import { Fiat } from '../parts/Fiat';
import { reasonOf, REASON_NAMES, STATE_NAMES, STATE_TAGS } from '../trade';
import { StateFrame } from './StateFrame';
import type { TradeClock } from './useTradeClock';

const MARKS: Record<TradeState, LucideIcon> = {
  'awaiting-payment': Hourglass,
  'late-hold': Hourglass,
  paid: Hourglass,
  dispute: Scale,
  completed: CircleCheck,
  cancelled: CircleX,
};

/** Shows the trade's state, who has to do what, and how long that may take. */
export function StateCard({ trade, clock }: { trade: UsdtTrade; clock: TradeClock }) {
  const { t } = useLingui();
  const { state, side } = trade;
  return (
    <StateFrame
      mark={{ icon: MARKS[state], kind: STATE_TAGS[state].kind }}
      clock={clock}
      title={t(STATE_NAMES[state][side])}
      hint={<Hint trade={trade} isTurning={clock.secondsLeft === 0} />}
    />
  );
}

/** Tells the person what to do or to expect now. */
function Hint({ trade, isTurning }: { trade: UsdtTrade; isTurning: boolean }): ReactNode {
  const { t } = useLingui();
  const { state, side, quantity, fiatAmount, fiat, received } = trade;
  const isBuyer = side === 'buy';
  if (isTurning) return <Trans>The time has run out; waiting for the platform to say so</Trans>;
  switch (state) {
    case 'awaiting-payment':
      return isBuyer ? (
        <Trans>Pay in time. An order that is not paid is cancelled by itself.</Trans>
      ) : (
        <Trans>Your USDT is locked. Nothing is to be done until the buyer has paid.</Trans>
      );
    case 'late-hold':
      return isBuyer ? (
        <Trans>If you have paid, show it now: the platform decides then. Otherwise the order is cancelled.</Trans>
      ) : (
        <Trans>Your USDT stays locked in case the money was sent late; then it comes back.</Trans>
      );
    case 'paid':
      return isBuyer ? (
        <Trans>The seller is checking whether the money has arrived.</Trans>
      ) : (
        <Trans>
          Look into your own account for <Fiat value={fiatAmount} fiat={fiat} /> before you confirm.
        </Trans>
      );
    case 'dispute':
      return <Trans>The platform looks into it and decides. The USDT stays locked until then.</Trans>;
    case 'completed':
      return isBuyer ? (
        <Trans>
          <Amount value={received} asset="USDT" precision="full" unit hideable={false} /> are in your cash account
        </Trans>
      ) : (
        <Trans>
          <Amount value={quantity} asset="USDT" precision="full" unit hideable={false} /> went to the buyer
        </Trans>
      );
    case 'cancelled': {
      const reason = reasonOf(trade);
      return reason === null ? <Trans>Nothing moved</Trans> : t(REASON_NAMES[reason]);
    }
  }
}
