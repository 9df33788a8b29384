import type { ReactNode } from 'react';
import type { RecordsFileRequest, StatementFileRequest } from '../../../bridge/types';
import { Sheet } from '../../../components/Sheet';
import { ExportForm, type ExportFormProps, type FileChoice } from './ExportForm';
import { ExportProgress } from './ExportProgress';
import { ExportResult } from './ExportResult';
import { useStatementExport } from './useStatementExport';

export interface ExportSheetProps extends Omit<ExportFormProps, 'onMake'> {
  open: boolean;
  onClose: () => void;
  title: string;
  above?: ReactNode;
  /** The request for what was chosen, and the file's name without days and ending. */
  requestFor: (choice: FileChoice) => { request: StatementFileRequest | RecordsFileRequest; name: string };
}

/** Records as CSV or PDF, made on this device (docs/rules.md §9). */
export function ExportSheet({ open, onClose, title, requestFor, ...form }: ExportSheetProps) {
  const { state, make, reset } = useStatementExport();
  const close = () => {
    reset();
    onClose();
  };
  const start = (choice: FileChoice) => {
    const { request, name } = requestFor(choice);
    void make(request, `${name}-${choice.from}-${choice.to}.${choice.format}`);
  };
  return (
    <Sheet open={open} onClose={close} title={title}>
      {open && state.at === 'asking' && <ExportForm {...form} onMake={start} />}
      {open && state.at === 'making' && <ExportProgress {...state} onCancel={reset} />}
      {open && state.at === 'ended' && <ExportResult {...state} onAgain={reset} onClose={close} />}
    </Sheet>
  );
}
