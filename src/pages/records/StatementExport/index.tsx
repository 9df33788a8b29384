import { useLingui } from '@lingui/react/macro';
import { Sheet } from '../../../components/Sheet';
import type { StatementFilters } from '../statement';
import { ExportForm } from './ExportForm';
import { ExportProgress } from './ExportProgress';
import { ExportResult } from './ExportResult';
import { useStatementExport } from './useStatementExport';

export interface StatementExportProps {
  open: boolean;
  onClose: () => void;
  /** What the list shows: the form begins with its account, asset and dates. */
  filters: StatementFilters;
}

/** A statement as CSV or PDF, made on this device (rules.md §9). */
export function StatementExport({ open, onClose, filters }: StatementExportProps) {
  const { t } = useLingui();
  const { state, make, reset } = useStatementExport();
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Sheet open={open} onClose={close} title={t`Export statement`}>
      {open && state.at === 'asking' && <ExportForm filters={filters} onMake={(...asked) => void make(...asked)} />}
      {open && state.at === 'making' && <ExportProgress {...state} onCancel={reset} />}
      {open && state.at === 'ended' && <ExportResult {...state} onAgain={reset} />}
    </Sheet>
  );
}
