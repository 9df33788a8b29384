import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { levelProgress } from '../../../../contract/calls/team';
import type { Output } from '../../../bridge/types';
import { Amount } from '../../../components/Amount';
import { CertificateCard } from '../../../components/CertificateCard';
import { ProgressBar } from '../../../components/ProgressBar';
import { amountSign, formatRate } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { levelName } from '../level';
import styles from './LevelCard.module.css';

export type LevelProgress = Output<typeof levelProgress>;
type Condition = NonNullable<LevelProgress['next']>['smallZone'];

export interface LevelCardProps {
  progress: LevelProgress;
  stamp: ReactNode;
  onRules: () => void;
}

/** The level as a certificate, and the way to the next one: own valid custody and small zone, both of which it needs. */
export function LevelCard({ progress, stamp, onRules }: LevelCardProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { level, expectedLevel, nextAt, next, levels } = progress;
  const otcDiscount = levels.find((row) => row.level === level)?.otcDiscount ?? '0';
  const discount = formatRate(otcDiscount, locale);
  const computed = formatDateTime(nextAt, { locale });
  const [name, expected] = [levelName(level), levelName(expectedLevel)];
  return (
    <CertificateCard label={t`Level`}>
      <div className={styles['head']}>
        <Badge name={name} />
        <div className={styles['text']}>
          <p className={styles['name']}>
            <Trans>Current level {name}</Trans>
          </p>
          {amountSign(otcDiscount) > 0 && (
            <p className={styles['note']}>
              <Trans>OTC fees lower by {discount}</Trans>
            </p>
          )}
        </div>
        <button type="button" className={styles['rules']} onClick={onRules}>
          <Trans>Rules</Trans>
          <ChevronRight size={16} aria-hidden="true" />
        </button>
      </div>
      {next ? (
        <div className={styles['ways']}>
          <Way label={t`Valid custody → ${levelName(next.level)}`} condition={next.validCustody} />
          <Way label={t`Small zone → ${levelName(next.level)}`} condition={next.smallZone} />
        </div>
      ) : (
        <p className={styles['note']}>
          <Trans>This is the highest level.</Trans>
        </p>
      )}
      <p className={styles['note']}>
        {expectedLevel === level ? (
          <Trans>Computed again on {computed}</Trans>
        ) : (
          <Trans>
            {expected} from {computed} on, if the figures stay as they are
          </Trans>
        )}
      </p>
      {stamp}
    </CertificateCard>
  );
}

/** A hexagon whose text is the level's name. */
function Badge({ name }: { name: string }) {
  return (
    <svg className={styles['badge']} viewBox="0 0 44 48" aria-hidden="true">
      <path d="M22 1.5 42 12.7v22.6L22 46.5 2 35.3V12.7z" strokeWidth="2" />
      <path d="M22 7 37 15.4v17.2L22 41 7 32.6V15.4z" strokeWidth="0.8" />
      <text x="22" y="29" textAnchor="middle">
        {name}
      </text>
    </svg>
  );
}

function Way({ label, condition }: { label: string; condition: Condition }) {
  const { reached, required, progress } = condition;
  return (
    <div className={styles['way']}>
      <p className={styles['figures']}>
        <span className={styles['note']}>{label}</span>
        <span className={styles['figure']}>
          <Amount value={reached} asset="USDT" precision="compact" /> /{' '}
          <Amount value={required} asset="USDT" precision="compact" hideable={false} />
        </span>
      </p>
      <ProgressBar value={Number(progress)} label={label} />
    </div>
  );
}
