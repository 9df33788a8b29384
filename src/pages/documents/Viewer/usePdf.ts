import { useCallback, useEffect, useState } from 'react';
import { openPdf, type OpenedPdf } from '../../../documents/open-pdf';
import { PdfError, type PdfFault } from '../../../documents/pdf-fault';

export type PdfState = { at: 'opening' } | { at: 'open'; pdf: OpenedPdf } | { at: 'refused'; fault: PdfFault };

const faultOf = (error: unknown): PdfFault => (error instanceof PdfError ? error.fault : 'damaged');

/** Opens a document, and closes it when the screen is left. A fault that shows later takes all of it off the screen. */
export function usePdf(file: File) {
  const [state, setState] = useState<PdfState>({ at: 'opening' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let opened: OpenedPdf | null = null;
    let isLeft = false;
    setState({ at: 'opening' });
    openPdf(file).then(
      (pdf) => {
        opened = pdf;
        if (isLeft) pdf.close();
        else setState({ at: 'open', pdf });
      },
      (error: unknown) => !isLeft && setState({ at: 'refused', fault: faultOf(error) }),
    );
    return () => {
      isLeft = true;
      opened?.close();
    };
  }, [file, attempt]);
  const refuse = useCallback((error: unknown) => setState({ at: 'refused', fault: faultOf(error) }), []);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state, refuse, retry };
}
