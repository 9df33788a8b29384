import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigation } from '../../../app/navigation';
import { BrandMark } from '../../../components/BrandMark';
import { NavBar } from '../../../components/NavBar';
import { useInstallWay } from '../../../install/useInstall';
import styles from './Install.module.css';
import { Way } from './Way';

export default function Install() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const way = useInstallWay();
  return (
    <>
      <NavBar title={t`Install the app`} onBack={back} />
      <div className={styles['body']}>
        <BrandMark size={72} />
        <h2 className={styles['title']}>
          {way === 'installed' ? <Trans>RAB is on this device</Trans> : <Trans>RAB on your home screen</Trans>}
        </h2>
        <p className={styles['lead']}>
          <Trans>Opens at once, also without a connection, and keeps your records readable.</Trans>
        </p>
        <Way way={way} />
      </div>
    </>
  );
}
