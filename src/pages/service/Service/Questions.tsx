import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { commonQuestions } from '../../../../contract/calls/help';
import { LANGUAGE_TAGS } from '../../../../contract/ids';
import { ArticleView, OtherLanguageNote } from '../../../article/ArticleView';
import { useCall } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { Field } from '../../../components/Field';
import { SectionTitle } from '../../../components/SectionTitle';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { ChipRadios, FilterRow } from '../../records/FilterChips';
import { useSearchText } from '../../records/useSearchText';
import {
  byTopic,
  findQuestions,
  NO_FILTERS,
  TOPIC_NAMES,
  useQuestionFilters,
  searchable,
  type Question,
  type QuestionFilters,
  type QuestionGroup,
} from './questions';
import styles from './Service.module.css';

/** The common questions by topic; searched on the device, so without a connection too. */
export function Questions() {
  const { t } = useLingui();
  const read = useCall(commonQuestions, {});
  const { filters, show } = useQuestionFilters();
  const questions = read.data?.questions;
  const all = useMemo(() => searchable(questions ?? []), [questions]);
  const found = findQuestions(all, useDeferredValue(filters));
  const topics = byTopic(all.map(({ question }) => question));
  return (
    <section className={styles['section']}>
      <SectionTitle title={<Trans>Common questions</Trans>} note={<ReadStamp read={read} />} />
      <ReadArea
        read={read}
        hasData={read.data !== undefined}
        skeleton="rows"
        empty={all.length === 0 ? <EmptyState hint={t`Answers to common questions will appear here.`} /> : undefined}
      >
        <QuestionFields filters={filters} show={show} topics={topics} />
        {found.length === 0 ? (
          <EmptyState
            filtered
            hint={t`No question fits. Ask us in the chat.`}
            action={{ label: t`Clear filters`, onClick: () => show(NO_FILTERS) }}
          />
        ) : (
          byTopic(found).map((group) => <Group key={group.topic} {...group} />)
        )}
      </ReadArea>
    </section>
  );
}

interface QuestionFieldsProps {
  filters: QuestionFilters;
  show: (next: QuestionFilters) => void;
  topics: readonly QuestionGroup[];
}

function QuestionFields({ filters, show, topics }: QuestionFieldsProps) {
  const { t } = useLingui();
  const { text, setText } = useSearchText({ filters, show });
  return (
    <>
      <Field
        label={t`Search questions`}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        prefix={<Search className={styles['lens']} size={18} strokeWidth={1.75} aria-hidden="true" />}
        placeholder={t`Words of the question or its answer`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {topics.length > 1 && (
        <FilterRow>
          <ChipRadios
            label={t`Topic`}
            value={filters.topic}
            onChange={(topic) => show({ ...filters, topic })}
            options={[
              { value: 'all', label: t`All` },
              ...topics.map(({ topic }) => ({ value: topic, label: t(TOPIC_NAMES[topic]) })),
            ]}
          />
        </FilterRow>
      )}
    </>
  );
}

function Group({ topic, questions }: QuestionGroup) {
  const { t } = useLingui();
  return (
    <Card padded={false} title={t(TOPIC_NAMES[topic])}>
      {questions.map((question) => (
        <Entry key={question.id} {...question} />
      ))}
    </Card>
  );
}

/** An answer is made when it is first opened. */
function Entry({ question, lang, answer }: Question) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details className={styles['entry']} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className={styles['question']} lang={LANGUAGE_TAGS[lang]}>
        {question}
        <ChevronDown className={styles['chevron']} size={18} aria-hidden="true" />
      </summary>
      {isOpened && (
        <div className={styles['answer']}>
          <OtherLanguageNote lang={lang} />
          <ArticleView article={answer} lang={lang} />
        </div>
      )}
    </details>
  );
}
