import { Trans } from '@lingui/react/macro';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../../components/Card';
import { Ring } from '../../../components/Ring';
import colors from '../../../components/StatusColors.module.css';
import type { StatusKind } from '../../../components/StatusTag';
import { formatCountdown } from '../../../format/span';
import type { Locale } from '../../../i18n/locales';
import { useLocale } from '../../../i18n/useLocale';
import styles from './TradeDetail.module.css';

/** Times that are announced, seconds. */
const FIVE_MINUTES = 300;
const ONE_MINUTE = 60;
const HOUR = 3_600;

/** Formats the hours that are left, a begun hour as a whole one: a ring has no room for more. */
function formatHoursLeft(seconds: number, locale: Locale): string {
  const unit = { style: 'unit', unit: 'hour', unitDisplay: 'narrow', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(locale, unit).format(Math.ceil(seconds / HOUR));
}

interface StateFrameProps {
  mark: { icon: LucideIcon; kind: StatusKind };
  /** In place of the mark: seconds until the state ends by itself, and the part of its time that is left, 0…1. */
  clock: { secondsLeft: number | null; share: number };
  title: ReactNode;
  hint: ReactNode;
}

/** Shows the state of an order, and how long it may last. */
export function StateFrame({ mark: { icon: Icon, kind }, clock, title, hint }: StateFrameProps) {
  return (
    <Card>
      <div className={styles['state']}>
        {clock.secondsLeft === null ? (
          <span className={`${styles['mark']} ${colors[kind]}`} aria-hidden="true">
            <Icon size={24} strokeWidth={1.75} />
          </span>
        ) : (
          <TimeLeft secondsLeft={clock.secondsLeft} share={clock.share} />
        )}
        <div className={styles['words']}>
          <h2 className={styles['title']}>{title}</h2>
          <p className={styles['hint']}>{hint}</p>
        </div>
      </div>
    </Card>
  );
}

function TimeLeft({ secondsLeft, share }: { secondsLeft: number; share: number }) {
  const locale = useLocale();
  return (
    <>
      <span role="timer" aria-live="off">
        <Ring value={share} size={56} tone="waiting">
          <span className={styles['countdown']} data-long={secondsLeft < HOUR ? undefined : true}>
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
