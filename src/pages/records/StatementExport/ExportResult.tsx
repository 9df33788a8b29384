import { Trans, useLingui } from '@lingui/react/macro';
import type { StatementFile } from '../../../bridge/types';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { KeyValue } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import { canShareFile, downloadFile, shareFile } from '../../../components/save-file';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { handOver } from '../../../documents/handed-over';
import { formatCount } from '../../../format/amount';
import { formatSize } from '../../../format/bytes';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import styles from './StatementExport.module.css';

export interface ExportResultProps {
  file: StatementFile;
  name: string;
  onAgain: () => void;
  /** Closes the sheet that this is in, before the file is opened. */
  onClose: () => void;
}

/** The file with what is in it, or why there is none. */
export function ExportResult({ file, name, onAgain, onClose }: ExportResultProps) {
  return (
    <div className={styles['body']} role="status">
      {file.state === 'done' ? <Made {...file} name={name} onClose={onClose} /> : <NotMade file={file} />}
      <Button variant={file.state === 'done' ? 'plain' : 'soft'} block onClick={onAgain}>
        {file.state === 'done' ? <Trans>Another file</Trans> : <Trans>Back to the choices</Trans>}
      </Button>
    </div>
  );
}

function Made({
  file: bytes,
  name,
  rows,
  asOf,
  coveredFrom,
  onClose,
}: Extract<StatementFile, { state: 'done' }> & Pick<ExportResultProps, 'name' | 'onClose'>) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const locale = useLocale();
  const file = new File([bytes], name, { type: bytes.type });
  const since = coveredFrom === null ? '' : formatDateTime(coveredFrom, { locale });
  const openFile = () => {
    handOver(file);
    onClose();
    afterSheetClosed(() => open(paths.document));
  };
  return (
    <>
      <KeyValue
        rows={[
          { label: t`File`, value: <span className={styles['name']}>{name}</span> },
          { label: t`Records`, value: <span className="rab-num">{formatCount(rows, locale)}</span> },
          { label: t`Size`, value: <span className="rab-num">{formatSize(file.size, locale)}</span> },
          { label: t`Data as of`, value: <span className="rab-num">{formatDateTime(asOf, { locale })}</span> },
        ]}
      />
      {coveredFrom !== null && (
        <RiskLine tone="warning">
          <Trans>
            Incomplete: this device has the records from {since} on. With a connection the file holds the whole period.
          </Trans>
        </RiskLine>
      )}
      {file.type === 'application/pdf' && (
        <Button variant="soft" block onClick={openFile}>
          <Trans>Open document</Trans>
        </Button>
      )}
      <Button block onClick={() => downloadFile(file)}>
        <Trans>Save file</Trans>
      </Button>
      {canShareFile(file) && (
        <Button variant="soft" block onClick={() => void shareFile(file)}>
          <Trans>Share</Trans>
        </Button>
      )}
    </>
  );
}

function NotMade({ file }: { file: Exclude<StatementFile, { state: 'done' }> }) {
  if (file.state === 'cannot-draw') {
    return (
      <RiskLine tone="info">
        <Trans>This browser cannot make PDF files. Choose CSV, or update the browser.</Trans>
      </RiskLine>
    );
  }
  return (
    <RiskLine tone="warning">
      {file.error.code === 'offline' ? (
        <Trans>No records are saved on this device yet.</Trans>
      ) : (
        <Trans>The file could not be made. Nothing was changed; try again.</Trans>
      )}
    </RiskLine>
  );
}
