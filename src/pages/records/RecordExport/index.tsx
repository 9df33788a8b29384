import { useLingui } from '@lingui/react/macro';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../components/IconButton';
import { ExportSheet } from '../StatementExport/ExportSheet';
import type { Exported } from './file';
import { useRecordsOrder } from './useRecordsOrder';

/** The button in the bar of a screen of records, and what it opens: what the screen shows, as a file. */
export function RecordExport({ title, exported }: { title: string; exported: Exported }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t`Export records`}
        icon={<FileDown size={22} strokeWidth={1.75} />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <OpenSheet title={title} exported={exported} onClose={() => setOpen(false)} />}
    </>
  );
}

function OpenSheet({ title, exported, onClose }: { title: string; exported: Exported; onClose: () => void }) {
  const { t } = useLingui();
  const orderFor = useRecordsOrder(title, exported);
  return <ExportSheet open onClose={onClose} title={t`Export records`} orderFor={orderFor} />;
}
