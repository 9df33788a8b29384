/** The customer-service page: common questions with their answers, and links to the community (docs/rules.md §9). */
import * as z from 'zod/mini';
import { article, outsideAddress } from '../article';
import { defineCall, knownOr, nothing } from '../call';
import { id, langCode } from '../ids';

/** In the order in which the page shows them. */
export const QUESTION_TOPICS = [
  'account',
  'security',
  'deposits',
  'withdrawals',
  'custody',
  'trade',
  'machines',
  'team',
  'other',
] as const;
export type QuestionTopic = (typeof QUESTION_TOPICS)[number];

/** More would be another kind of page. */
export const MAX_QUESTIONS = 200;
export const MAX_LINKS = 20;

/** All of them, by topic and then as the operator has ordered them: the device searches them. */
export const commonQuestions = defineCall({
  name: 'commonQuestions',
  method: 'GET',
  uri: '/api/v1/help/questions',
  origin: 'extension',
  access: 'public',
  effect: 'read',
  shows: ['question'],
  cache: { kind: 'static', maxAgeMs: 300_000 },
  input: nothing,
  output: z.object({
    questions: z
      .array(
        z.object({
          id,
          topic: knownOr(z.enum(QUESTION_TOPICS), 'other'),
          question: z.string(),
          /** The language of both texts: the asked one, or the nearest. */
          lang: langCode,
          answer: article,
        }),
      )
      .check(z.maxLength(MAX_QUESTIONS)),
  }),
});

export const communityLinks = defineCall({
  name: 'communityLinks',
  method: 'GET',
  uri: '/api/v1/help/links',
  origin: 'extension',
  access: 'public',
  effect: 'read',
  shows: ['link'],
  cache: { kind: 'static', maxAgeMs: 300_000 },
  input: nothing,
  output: z.object({
    links: z
      .array(z.object({ id, title: z.string(), text: z.string(), address: outsideAddress }))
      .check(z.maxLength(MAX_LINKS)),
  }),
});
