/** The envelope's test vectors (contract/envelope-vectors.json), typed. */
import { readFileSync } from 'node:fs';
import type { EnvelopeAnswer } from '../../contract/envelope';
import type { RequestForm } from '../../contract/request-envelope';

interface EnvelopeVectors {
  /** `text` is the JSON of the inner request that the form's `data` decrypts to. */
  requests: { name: string; text: string; form: RequestForm }[];
  answers: { name: string; text: string; answer: EnvelopeAnswer }[];
  refusedRequests: { name: string; form: RequestForm }[];
  refusedAnswers: { name: string; answer: unknown }[];
}

const file = new URL('../../contract/envelope-vectors.json', import.meta.url);

export const vectors = JSON.parse(readFileSync(file, 'utf8')) as EnvelopeVectors;
