/** Names why a document is not shown. */
import type { PdfFileFault } from '../../contract/pdf-rules';

/** `unavailable`: the reader itself is not on the device. */
export type PdfFault = PdfFileFault | 'unavailable';

export class PdfError extends Error {
  override name = 'PdfError';
  constructor(readonly fault: PdfFault) {
    super(fault);
  }
}
