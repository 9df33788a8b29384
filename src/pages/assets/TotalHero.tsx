import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Amount } from '../../components/Amount';
import { EyeToggle } from '../../components/EyeToggle';
import { AGE_ATTRIBUTE } from '../../start';
import styles from './TotalHero.module.css';

export interface TotalHeroProps {
  /** Estimated total in USDT. */
  totalUsdt: string;
  /** Beside the figure, at its foot: a sparkline, the change of the period. */
  aside?: ReactNode;
  /** Tells the age of the figure, at the end of its label. */
  stamp?: ReactNode;
  /** Below the figure. */
  children?: ReactNode;
}

/** Everything the account holds, valued in USDT: the one hero amount of Home and Assets. */
export function TotalHero({ totalUsdt, aside, stamp, children }: TotalHeroProps) {
  return (
    <section>
      <div className={styles['label']} {...{ [AGE_ATTRIBUTE]: '' }}>
        <Trans>Total value · USDT</Trans>
        <EyeToggle />
        {stamp}
      </div>
      <div className={styles['figure']}>
        <div className={styles['main']}>
          <Amount value={totalUsdt} asset="USDT" size="hero" />
          {children}
        </div>
        {aside}
      </div>
    </section>
  );
}
