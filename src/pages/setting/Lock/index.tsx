import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigation } from '../../../app/navigation';
import { ErrorState } from '../../../components/ErrorState';
import { NavBar } from '../../../components/NavBar';
import { Skeleton } from '../../../components/Skeleton';
import styles from './Lock.module.css';
import { Off } from './Off';
import { On } from './On';
import { useLock } from './useLock';

/** App lock (docs/rules.md §14). */
export default function Lock() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const state = useLock();
  const { lock } = state;
  return (
    <>
      <NavBar title={t`App lock`} onBack={back} />
      <div className={styles['body']}>
        {lock === undefined && <Skeleton shape="rows" />}
        {lock === null && <ErrorState reason={<Trans>The app's data service could not start</Trans>} />}
        {lock && (lock.isOn ? <On {...state} lock={lock} /> : <Off {...state} />)}
      </div>
    </>
  );
}
