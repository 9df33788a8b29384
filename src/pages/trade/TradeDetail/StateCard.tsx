import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleX, Hourglass, Scale, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TradeState, UsdtTrade } from '../../../../contract/calls/otc-usdt';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { Ring } from '../../../components/Ring';
import colors from '../../../components/StatusColors.module.css';
import { formatCountdown } from '../../../format/span';
import type { Locale } from '../../../i18n/locales';
import { useLocale } from '../../../i18n/useLocale';
import { Fiat } from '../parts/Fiat';
import { reasonOf, REASON_NAMES, STATE_NAMES, STATE_TAGS } from '../trade';
import styles from './TradeDetail.module.css';
import type { TradeClock } from './useTradeClock';

/** Times that are announced (DESIGN §10), seconds. */
const FIVE_MINUTES = 300;
const ONE_MINUTE = 60;
const HOUR = 3_600;

/** What has room in a ring: the hours that are left, begun ones included. */
function formatHoursLeft(seconds: number, locale: Locale): string {
  const unit = { style: 'unit', unit: 'hour', unitDisplay: 'narrow', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(locale, unit).format(Math.ceil(seconds / HOUR));
}

const MARKS: Record<TradeState, LucideIcon> = {
  'awaiting-payment': Hourglass,
  'late-hold': Hourglass,
  paid: Hourglass,
  dispute: Scale,
  completed: CircleCheck,
  cancelled: CircleX,
};

/** Where the trade stands, what is expected of whom, and how long that may take. */
export function StateCard({ trade, clock }: { trade: UsdtTrade; clock: TradeClock }) {
  const { t } = useLingui();
  const { state, side } = trade;
  return (
    <Card>
      <div className={styles['state']}>
        {clock.secondsLeft === null ? <Mark state={state} /> : <TimeLeft {...clock} secondsLeft={clock.secondsLeft} />}
        <div className={styles['words']}>
          <h2 className={styles['title']}>{t(STATE_NAMES[state][side])}</h2>
          <p className={styles['hint']}>
            <Hint trade={trade} isTurning={clock.secondsLeft === 0} />
          </p>
        </div>
      </div>
    </Card>
  );
}

function Mark({ state }: { state: TradeState }) {
  const Icon = MARKS[state];
  return (
    <span className={`${styles['mark']} ${colors[STATE_TAGS[state].kind]}`} aria-hidden="true">
      <Icon size={24} strokeWidth={1.75} />
    </span>
  );
}

function TimeLeft({ secondsLeft, share }: { secondsLeft: number; share: number }) {
  const locale = useLocale();
  return (
    <>
      <span role="timer" aria-live="off">
        <Ring value={share} size={56} tone="waiting">
          <span className={styles['countdown']}>
            {secondsLeft < HOUR ? formatCountdown(secondsLeft, locale) : formatHoursLeft(secondsLeft, locale)}
          </span>
        </Ring>
      </span>
      <span className="rab-sr" role="status">
        {secondsLeft > 0 && secondsLeft <= ONE_MINUTE ? (
          <Trans>Less than one minute left</Trans>
        ) : secondsLeft > 0 && secondsLeft <= FIVE_MINUTES ? (
          <Trans>Less than five minutes left</Trans>
        ) : null}
      </span>
    </>
  );
}

/** What the person should do or may expect now. */
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
