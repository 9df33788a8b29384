import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigation } from '../../../app/navigation';
import { BrandMark } from '../../../components/BrandMark';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import type { StorageReport } from '../../../bridge/types';
import { Skeleton } from '../../../components/Skeleton';
import styles from './About.module.css';
import { OfflineScreens } from './OfflineScreens';
import { useRecordRows, useSpaceRows } from './storage-rows';
import { useStorage } from './useStorage';
import { Version } from './Version';

export default function About() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { report, ...actions } = useStorage();
  return (
    <>
      <NavBar title={t`About`} onBack={back} />
      <div className={styles['body']}>
        <div className={styles['brand']}>
          <BrandMark size={64} />
          <p className={styles['name']}>RAB</p>
          <Version />
        </div>
        <OfflineScreens />
        {report?.mode === 'memory' && (
          <RiskLine tone="warning">
            <Trans>This browser does not let the app save anything: records are not saved on this device.</Trans>
          </RiskLine>
        )}
        {report?.mode === 'full' && (
          <RiskLine tone="warning">
            <Trans>The storage of this device is full: new records are not saved on it until there is space.</Trans>
          </RiskLine>
        )}
        {report === undefined ? <Skeleton shape="card" /> : <Kept report={report} {...actions} />}
      </div>
    </>
  );
}

type KeptProps = Omit<ReturnType<typeof useStorage>, 'report'> & { report: StorageReport | null };

/** Records by kind with the button that removes them, then the space and the browser's promise. */
function Kept({ report, clear, isClearing, askToKeep, isAsking, mayAsk }: KeptProps) {
  const { t } = useLingui();
  const records = useRecordRows(report);
  return (
    <>
      <Card title={t`Records saved on this device`}>
        <KeyValue rows={records} />
      </Card>
      <Button variant="soft" block loading={isClearing} disabled={!report} onClick={() => void clear()}>
        <Trans>Clear the cache</Trans>
      </Button>
      <p className={styles['note']}>
        <Trans>Removes saved copies of records. You stay logged in, and they are loaded again when needed.</Trans>
      </p>
      {report && <Space report={report} />}
      {mayAsk && (
        <Button variant="soft" block loading={isAsking} onClick={() => void askToKeep()}>
          <Trans>Ask the browser to keep it</Trans>
        </Button>
      )}
    </>
  );
}

function Space({ report }: { report: StorageReport }) {
  const { t } = useLingui();
  return (
    <Card title={t`Storage`}>
      <KeyValue rows={useSpaceRows(report)} />
    </Card>
  );
}
