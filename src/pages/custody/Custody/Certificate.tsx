import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Amount } from '../../../components/Amount';
import { CertificateCard } from '../../../components/CertificateCard';
import { EyeToggle } from '../../../components/EyeToggle';
import type { assets } from '../../../../contract/calls/profile';
import type { PageOutputOf } from '../../../../contract/call';
import styles from './Certificate.module.css';

export interface CertificateProps {
  answer: PageOutputOf<typeof assets>;
  stamp: ReactNode;
}

/** The custody account as a certificate: principal, interest so far, yesterday's, running orders, valid custody. */
export function Certificate({ answer, stamp }: CertificateProps) {
  const { t } = useLingui();
  const { interestTotal, interestYesterday, runningOrders, isValid } = answer.custodySummary;
  const principal = answer.custody.find((balance) => balance.asset === 'USDT')?.total ?? '0';
  return (
    <CertificateCard label={t`Custody account`}>
      <div className={styles['head']}>
        <span className={styles['label']}>
          <Trans>Custody account · USDT</Trans>
          <EyeToggle />
        </span>
        {isValid && (
          <span className={styles['badge']}>
            <ShieldCheck size={13} strokeWidth={2} aria-hidden="true" />
            <Trans>Valid custody</Trans>
          </span>
        )}
      </div>
      <Amount value={principal} asset="USDT" size="hero" />
      <dl className={styles['stats']}>
        <div>
          <dt>
            <Trans>Interest so far</Trans>
          </dt>
          <dd>
            <Amount value={interestTotal} asset="USDT" change />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Yesterday</Trans>
          </dt>
          <dd>
            <Amount value={interestYesterday} asset="USDT" change />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>In progress</Trans>
          </dt>
          <dd className="rab-num">
            <Plural value={runningOrders} one="# order" other="# orders" />
          </dd>
        </div>
      </dl>
      {stamp}
    </CertificateCard>
  );
}
