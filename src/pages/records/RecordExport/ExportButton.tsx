import { FileDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../../../components/IconButton';

export interface ExportButtonProps {
  label: string;
  /** The sheet that the button opens. */
  children: (close: () => void) => ReactNode;
}

/** In the bar of a screen of records: makes a file of them. */
export function ExportButton({ label, children }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={label} icon={<FileDown size={22} strokeWidth={1.75} />} onClick={() => setOpen(true)} />
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
