import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigation } from '../../../app/navigation';
import { BrandMark } from '../../../components/BrandMark';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { Skeleton } from '../../../components/Skeleton';
import styles from './About.module.css';
import { useStorageRows } from './storage-rows';
import { useStorage } from './useStorage';
import { Version } from './Version';

export default function About() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { report, clear, isClearing } = useStorage();
  const rows = useStorageRows(report);
  return (
    <>
      <NavBar title={t`About`} onBack={back} />
      <div className={styles['body']}>
        <div className={styles['brand']}>
          <BrandMark size={64} />
          <p className={styles['name']}>RAB</p>
          <Version />
        </div>
        {report?.mode === 'memory' && (
          <RiskLine tone="warning">
            <Trans>This browser does not let the app save anything: records are not saved on this device.</Trans>
          </RiskLine>
        )}
        {report === undefined ? (
          <Skeleton shape="card" />
        ) : (
          <Card title={t`Saved on this device`}>
            <KeyValue rows={rows} />
          </Card>
        )}
        <Button variant="soft" block loading={isClearing} disabled={!report} onClick={() => void clear()}>
          <Trans>Clear the cache</Trans>
        </Button>
        <p className={styles['note']}>
          <Trans>Removes saved copies of records. You stay logged in, and they are loaded again when needed.</Trans>
        </p>
      </div>
    </>
  );
}
