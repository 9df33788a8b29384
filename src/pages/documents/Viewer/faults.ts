/** Says why a document is not shown. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PdfFault } from '../../../documents/pdf-fault';

export const FAULTS: Record<PdfFault, MessageDescriptor> = {
  'not-pdf': msg`This file is not a PDF document.`,
  damaged: msg`This document is damaged or incomplete.`,
  active: msg`This document contains scripts. It is not shown.`,
  locked: msg`This document is locked by a password.`,
  'too-large': msg`This document is too large to be shown here.`,
  'too-slow': msg`This document takes too long to open.`,
  unavailable: msg`The document viewer could not be loaded. Try again with a connection.`,
};
