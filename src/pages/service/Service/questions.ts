/** Common questions: names of their topics, their filters in the address, and the search in them. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useMemo } from 'react';
import { QUESTION_TOPICS, type commonQuestions, type QuestionTopic } from '../../../../contract/calls/help';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { plainWords } from '../../../article/plain';
import type { Output } from '../../../bridge/types';

export type Question = Output<typeof commonQuestions>['questions'][number];

export const TOPIC_NAMES: Record<QuestionTopic, MessageDescriptor> = {
  account: msg`Account`,
  security: msg`Security`,
  deposits: msg`Deposits`,
  withdrawals: msg`Withdrawals`,
  custody: msg`Custody`,
  trade: msg`Trade`,
  machines: msg`Machines`,
  team: msg`Team`,
  other: msg`Other`,
};

export interface QuestionFilters {
  topic: QuestionTopic | 'all';
  text: string;
}

export const NO_FILTERS: QuestionFilters = { topic: 'all', text: '' };

/** The filters live in the address, so they survive the way back. */
export function useQuestionFilters() {
  const { replace } = useNavigation();
  const asked = useQuery('topic');
  const topic = QUESTION_TOPICS.find((one) => one === asked) ?? 'all';
  const text = useQuery('text') ?? '';
  const filters = useMemo((): QuestionFilters => ({ topic, text }), [topic, text]);
  const show = (next: QuestionFilters) =>
    replace(paths.service, {
      topic: next.topic === 'all' ? undefined : next.topic,
      text: next.text === '' ? undefined : next.text,
    });
  return { filters, show };
}

/** Full-width and small letters, and letters with and without marks, are found by each other. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A question with its words ready for the search. */
interface Searchable {
  question: Question;
  words: string;
}

export function searchable(questions: readonly Question[]): readonly Searchable[] {
  return questions.map((question) => ({
    question,
    words: folded(`${question.question}\n${plainWords(question.answer)}`),
  }));
}

/** The questions that are of the topic and have every typed word in question or answer. */
export function findQuestions(all: readonly Searchable[], { topic, text }: QuestionFilters): Question[] {
  const wanted = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return all
    .filter(({ question, words }) => {
      const isOfTopic = topic === 'all' || question.topic === topic;
      return isOfTopic && wanted.every((word) => words.includes(word));
    })
    .map(({ question }) => question);
}

export interface QuestionGroup {
  topic: QuestionTopic;
  questions: Question[];
}

/** By topic, in the order in which they come. */
export function byTopic(questions: readonly Question[]): QuestionGroup[] {
  return QUESTION_TOPICS.map((topic) => ({
    topic,
    questions: questions.filter((question) => question.topic === topic),
  })).filter((group) => group.questions.length > 0);
}
