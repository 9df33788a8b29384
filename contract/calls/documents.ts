/** Documents that the operator publishes: agreements, terms, reports, as PDF files (docs/rules.md §9). */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, langCode, timeMs } from '../ids';

/** More would be another kind of page. */
export const MAX_DOCUMENTS = 30;
/** A command carries the whole file, and so does an answer. */
export const MAX_DOCUMENT_BYTES = 500_000;

/** As the operator has ordered them. */
export const documents = defineCall({
  name: 'documents',
  method: 'GET',
  uri: '/api/v1/help/documents',
  origin: 'extension',
  access: 'public',
  effect: 'read',
  shows: ['document'],
  cache: { kind: 'static', maxAgeMs: 300_000 },
  input: nothing,
  output: z.object({
    documents: z
      .array(
        z.object({
          id,
          title: z.string(),
          /** One line of what it is about; may be empty. */
          text: z.string(),
          publishedAt: timeMs,
          /** The language of title and file: the asked one, or the nearest. */
          lang: langCode,
          bytes: z.int(),
          pages: z.int(),
        }),
      )
      .check(z.maxLength(MAX_DOCUMENTS)),
  }),
});

/** The file of a document, in base64. Another text of it is another document. */
export const documentFile = defineCall({
  name: 'documentFile',
  method: 'GET',
  uri: '/api/v1/help/document',
  origin: 'extension',
  access: 'public',
  effect: 'read',
  shows: ['document'],
  cache: { kind: 'static', maxAgeMs: 86_400_000 },
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: z.object({ title: z.string(), lang: langCode, pdf: z.string() }),
  errors: ['not-found'],
});
