import { Plural, Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Amount } from '../../components/Amount';
import { formatRate } from '../../format/amount';
import { useLocale } from '../../i18n/useLocale';
import { planState, type CustodyConfig, type PlanState } from './plan';
import styles from './PlanPicker.module.css';

export interface PlanPickerProps {
  label: string;
  config: CustodyConfig;
  value: string | null;
  onChange: (planId: string) => void;
  /** `sheet`: tiles on a raised surface. */
  ground?: 'page' | 'sheet';
  disabled?: boolean;
}

function PlanNote({ state }: { state: PlanState }) {
  if (state === 'closed') return <Trans>Closed</Trans>;
  if (state === 'full') return <Trans>Full</Trans>;
  return <Trans>a day</Trans>;
}

/** The plans as radio tiles, days by daily rate, and under them what the chosen one can still take (docs/rules.md §1). */
export function PlanPicker({ label, config, value, onChange, ground = 'page', disabled }: PlanPickerProps) {
  const locale = useLocale();
  const group = useId();
  const chosen = config.plans.find((plan) => plan.id === value);
  return (
    <fieldset className={`${styles['group']} ${styles[ground]}`} disabled={disabled}>
      <legend className="rab-sr">{label}</legend>
      <div className={styles['tiles']}>
        {config.plans.map((plan) => {
          const state = planState(plan, config.minimumExclusive);
          return (
            <label key={plan.id} className={`${styles['tile']} ${state === 'open' ? '' : styles['unavailable']}`}>
              <input
                className={styles['radio']}
                type="radio"
                name={group}
                value={plan.id}
                checked={plan.id === value}
                onChange={() => onChange(plan.id)}
              />
              <span className={styles['days']}>
                <Plural value={plan.days} one="# day" other="# days" />
              </span>
              <span className={`${styles['rate']} rab-num`}>{formatRate(plan.dailyRate, locale)}</span>
              <span className={styles['note']}>
                <PlanNote state={state} />
              </span>
            </label>
          );
        })}
      </div>
      {chosen && (
        <p className={styles['capacity']}>
          <Capacity state={planState(chosen, config.minimumExclusive)} freeCapacity={chosen.freeCapacity} />
        </p>
      )}
    </fieldset>
  );
}

function Capacity({ state, freeCapacity }: { state: PlanState; freeCapacity: string }) {
  const amount = <Amount value={freeCapacity} asset="USDT" unit hideable={false} />;
  if (state === 'closed') return <Trans>This plan is closed. It opens again when the operator funds it.</Trans>;
  if (state === 'full') return <Trans>Capacity full: {amount} left, less than the smallest order needs.</Trans>;
  return <Trans>Still free in this plan: {amount}</Trans>;
}
