/** `content file`: a PDF for documents, which is judged as the viewer judges it and served by the gateway itself (docs/rules.md §9). */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { MAX_DOCUMENT_BYTES } from '../../contract/calls/documents';
import type { PdfFileFault } from '../../contract/pdf-rules';
import { examinePdf } from '../adapters/pdf-examiner';
import { insertContentFile } from '../domain/content/files-repo';
import { defineCommand, OperatorError } from './command';

const MAX_BASE64 = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4;

const FAULTS: Record<PdfFileFault, string> = {
  'not-pdf': 'this is no PDF',
  damaged: 'the PDF is damaged or incomplete',
  active: 'the PDF contains scripts',
  locked: 'the PDF is locked by a password',
  'too-large': 'the PDF has more than 500 pages, or a page larger than 200 inches',
  'too-slow': 'reading the PDF takes too long',
};

export const contentFile = defineCommand({
  name: 'content file',
  audited: 'added a PDF for documents',
  role: 'support',
  schema: z.strictObject({
    base64: z.string().check(z.minLength(1), z.maxLength(MAX_BASE64), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  run: async (tx, { base64 }, now, { files }) => {
    const bytes = Buffer.from(base64, 'base64');
    const verdict = await examinePdf(bytes);
    if ('fault' in verdict) throw new OperatorError('input', FAULTS[verdict.fault]);
    const { pages } = verdict;
    const id = randomUUID();
    const path = await files.put(bytes, 'pdf');
    try {
      await insertContentFile(tx, { id, path, bytes: bytes.length, pages, createdAt: now });
    } catch (error) {
      // A file without its row could never be found again.
      await files.remove(path);
      throw error;
    }
    return {
      lines: [`${pages} pages, ${bytes.length} bytes`],
      data: { id, pages, bytes: bytes.length },
      subject: id,
      detail: { pages, bytes: bytes.length },
    };
  },
});
