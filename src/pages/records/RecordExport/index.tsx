import { useLingui } from '@lingui/react/macro';
import { ExportSheet } from '../StatementExport/ExportSheet';
import { ExportButton } from './ExportButton';
import type { ExportedRecords } from './file';
import { useRecordsFileRequest } from './useRecordsFileRequest';

/** The button in the bar of a screen of records, and what it opens: what the screen shows, as a file. */
export function RecordExport({ title, exported }: { title: string; exported: ExportedRecords }) {
  const { t } = useLingui();
  return (
    <ExportButton label={t`Export records`}>
      {(close) => <OpenSheet title={title} exported={exported} onClose={close} />}
    </ExportButton>
  );
}

function OpenSheet({ title, exported, onClose }: { title: string; exported: ExportedRecords; onClose: () => void }) {
  const { t } = useLingui();
  const requestFor = useRecordsFileRequest(title, exported);
  return <ExportSheet open onClose={onClose} title={t`Export records`} requestFor={requestFor} />;
}
