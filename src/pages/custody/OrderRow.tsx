import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Amount } from '../../components/Amount';
import { ProgressBar } from '../../components/ProgressBar';
import { StatusTag } from '../../components/StatusTag';
import type { CustodyOrder } from '../../../contract/calls/custody';
import { formatRate } from '../../format/amount';
import { formatDate } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import { phaseOf, progressOf, type OrderPhase } from './order';
import styles from './OrderRow.module.css';

/** One custody order in a list: amount, interest paid so far, how far its term is; a tap opens it. */
export function OrderRow({ order, onOpen }: { order: CustodyOrder; onOpen: (order: CustodyOrder) => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const id = useId();
  const phase = phaseOf(order);
  return (
    <div className={styles['row']}>
      <button
        type="button"
        className={styles['open']}
        aria-labelledby={`${id}-principal ${id}-term`}
        onClick={() => onOpen(order)}
      />
      <div className={styles['line']}>
        <span id={`${id}-principal`} className={styles['principal']}>
          <Amount value={phase === 'running' ? order.principal : order.placed} asset="USDT" unit />
        </span>
        <span className={styles['interest']}>
          <Trans>
            Interest <Amount value={order.interestPaid} asset="USDT" change />
          </Trans>
        </span>
      </div>
      {phase === 'running' && <ProgressBar value={progressOf(order)} label={t`Days of the term that have been paid`} />}
      <div className={`${styles['line']} ${styles['meta']}`}>
        <span id={`${id}-term`}>
          <Plural value={order.days} one="# day" other="# days" /> ·{' '}
          <Trans>{formatRate(order.dailyRate, locale)} a day</Trans>
          {phase === 'running' && (
            <>
              {' · '}
              <Trans>day {order.daysPaid}</Trans>
            </>
          )}
        </span>
        <PhaseNote phase={phase} date={formatDate(order.endsAt, { locale })} />
      </div>
    </div>
  );
}

function PhaseNote({ phase, date }: { phase: OrderPhase; date: string }) {
  if (phase === 'running') return <Trans>ends {date}</Trans>;
  return (
    <StatusTag kind="neutral">
      {phase === 'matured' ? <Trans>Expired · matured {date}</Trans> : <Trans>Expired · redeemed early</Trans>}
    </StatusTag>
  );
}
