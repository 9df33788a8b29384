import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { BelowTitleSlot } from '../../../components/BelowTitle';
import { BrandMark } from '../../../components/BrandMark';
import { Later } from '../../../start';
import { Rosette } from '../../../components/Rosette';
import { Segmented } from '../../../components/Segmented';
import { readPreference } from '../../../theme/preferences';
import { setStatusBarGround } from '../../../theme/theme';
import { LanguageSelect } from './LanguageSelect';
import styles from './SignInFrame.module.css';

const WipedNote = lazy(() => import('../../../lock/WipedNote'));

export type SignInMode = 'password' | 'sms';

/** The way in: night header with the rosette, and the choice between password and SMS code. */
export function SignInFrame({ mode, children }: { mode: SignInMode; children: ReactNode }) {
  const { t } = useLingui();
  const { replace } = useNavigation();
  const { host } = location;
  const wasWiped = readPreference('rab.wiped') !== null;
  useEffect(() => {
    setStatusBarGround('night');
    return () => setStatusBarGround('bg');
  }, []);
  return (
    <div className={styles['frame']}>
      <header className={styles['header']}>
        <Rosette variant="header" />
        <div className={styles['top']}>
          <span className={styles['brand']}>
            <BrandMark tone="white" size={32} />
            RAB
          </span>
          <Later>
            <LanguageSelect />
          </Later>
        </div>
        <h1 className={styles['title']} tabIndex={-1} data-page-title>
          <Trans>Welcome back</Trans>
        </h1>
        <p className={styles['lead']}>
          <Trans>Log in to see your cash and custody accounts</Trans>
        </p>
      </header>
      <div className={styles['body']}>
        <BelowTitleSlot />
        <Segmented<SignInMode>
          label={t`How to log in`}
          options={[
            { value: 'password', label: t`Password` },
            { value: 'sms', label: t`SMS code` },
          ]}
          value={mode}
          onChange={(next) => replace(next === 'sms' ? paths.loginSms : paths.login)}
        />
        {wasWiped && (
          <Suspense fallback={null}>
            <WipedNote />
          </Suspense>
        )}
        {children}
        <p className={styles['address']}>
          <Lock size={16} strokeWidth={1.75} aria-hidden="true" />
          <Trans>Check the address before you log in: {host}</Trans>
        </p>
      </div>
    </div>
  );
}
