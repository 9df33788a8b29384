import type { KeyboardEvent, ReactNode } from 'react';

export interface SheetProps {
  open: boolean;
  /** Esc, back, the mask, the grabber and the close button; not called while busy. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  /** Something is being submitted: the sheet cannot be dismissed. */
  busy?: boolean;
  /** Physical keys while the sheet is open; for keypads. */
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Made while it is closed, for a page that is idle then: opening it for the first time is no more than opening it. */
  ahead?: boolean;
}
