import { useLingui } from '@lingui/react/macro';
import { ExportSheet } from '../StatementExport/ExportSheet';
import { ExportButton } from './ExportButton';
import type { ExportedRecords } from './file';
import { useRecordsOrder } from './useRecordsOrder';

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
  const orderFor = useRecordsOrder(title, exported);
  return <ExportSheet open onClose={onClose} title={t`Export records`} orderFor={orderFor} />;
}
