import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ChangeEvent, type FormEvent } from 'react';
import * as z from 'zod/mini';
import {
  feedbackContent,
  feedbackTitle,
  orderNumber,
  sendFeedback,
  type FeedbackRecord,
} from '../../../../contract/calls/feedback';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { newId } from '../../../bridge/intents';
import type { FormImages } from '../../../bridge/useFormImages';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { toast } from '../../../components/toast';
import { useSchemaForm } from '../../../form/useSchemaForm';
import { useTypedValues } from '../../../money/useTypedValues';

/** Names the form among the drafts and the kept images. */
export const FORM = 'feedback';

const schema = z.strictObject({
  title: feedbackTitle,
  content: feedbackContent,
  orderNumber: z.union([z.literal(''), orderNumber]),
});
type Values = z.output<typeof schema>;
const NAMES = ['title', 'content', 'orderNumber'] as const;

const texts = {
  title: {
    required: msg`Enter a title`,
    invalid: msg`A title has only ordinary, visible characters`,
    'too-long': msg`The title is too long`,
  },
  content: {
    required: msg`Enter the content`,
    invalid: msg`The content has characters that cannot be sent`,
    'too-long': msg`The content is too long`,
  },
  orderNumber: {
    required: msg`An order number has letters, digits and hyphens`,
    invalid: msg`An order number has letters, digits and hyphens`,
  },
};

/** Why the images keep the form from being sent. */
type ImageProblem = 'failed' | 'sending';

function problemOf({ images, isRestoring }: FormImages): ImageProblem | null {
  if (isRestoring || images.some(({ state }) => state === 'waiting' || state === 'sending')) return 'sending';
  return images.some(({ state }) => state === 'failed') ? 'failed' : null;
}

/** Tells whether the gateway has these very words and images. */
function isSame(record: FeedbackRecord, values: Values, images: readonly string[]): boolean {
  const { title, content } = record;
  const words = [title, content, record.orderNumber ?? '', ...record.images];
  return words.join('\n') === [values.title, values.content, values.orderNumber, ...images].join('\n');
}

const valuesOf = (kept: Record<string, string>) => ({
  title: kept['title'] ?? '',
  content: kept['content'] ?? '',
  orderNumber: kept['orderNumber'] ?? '',
  clientId: kept['clientId'] ?? '',
});

/**
 * The form, its words kept as a draft and its images beside it. It has one `clientId` until it is sent, also over a reload: a form
 * whose answer was lost is sent again as the same feedback.
 */
export function useFeedbackForm(images: FormImages) {
  const { t } = useLingui();
  const { replace } = useNavigation();
  const { run, isRunning } = useWriteCall(sendFeedback);
  const { values: typed, change, clear } = useTypedValues(FORM, valuesOf);
  const [isAsked, setAsked] = useState(false);
  const [isOlderThere, setOlderThere] = useState(false);
  const { form, field, submitWith, refuse, isPreparing } = useSchemaForm(schema, {
    defaults: { title: '', content: '', orderNumber: '' },
    texts,
  });
  const { title, content, orderNumber: number } = typed;
  useEffect(() => {
    for (const [name, value] of Object.entries({ title, content, orderNumber: number }))
      if (form.has(name) && form.valuesOf([name])[name] !== value) form.restore(name, value);
  }, [form, title, content, number]);

  const write = (name: (typeof NAMES)[number], text: string) => {
    form.change(name, text);
    change({ [name]: text, clientId: typed.clientId || newId() });
  };
  const keptField = (name: (typeof NAMES)[number]) => {
    const { defaultValue: _, ...props } = field(name);
    return { ...props, value: typed[name] };
  };
  const discard = async () => {
    for (const name of NAMES) form.reset(name, '');
    setAsked(false);
    setOlderThere(false);
    clear();
    await images.discard();
  };
  const problem = problemOf(images);
  const send = submitWith(async (values) => {
    if (problem !== null) return;
    const ids = images.images.flatMap((image) => (image.state === 'sent' ? [image.id] : []));
    const { orderNumber: given, ...words } = values;
    const input = { clientId: typed.clientId, ...words, ...(given === '' ? {} : { orderNumber: given }), images: ids };
    const result = await run(input, { handles: ['invalid-input'] });
    if (!result.ok) return refuse(result.error);
    if (!isSame(result.data.feedback, values, ids)) {
      // An earlier try had arrived after all, before the person changed the form.
      change({ clientId: newId() });
      return setOlderThere(true);
    }
    await discard();
    toast.show(t`Sent. You are told when we have replied`, { kind: 'success' });
    replace(paths.feedback);
  });
  const inputOf = (name: 'title' | 'orderNumber') => ({
    ...keptField(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => write(name, event.target.value),
  });
  const { name: _, ...contentProps } = keptField('content');
  return {
    title: inputOf('title'),
    content: { ...contentProps, onChange: (text: string) => write('content', text) },
    orderNumber: inputOf('orderNumber'),
    submit: (event: FormEvent) => {
      setAsked(true);
      return send(event);
    },
    problem,
    /** Told once the person has tried to send. */
    imageError: isAsked && problem === 'failed' ? t`Retry or remove the images that were not sent` : undefined,
    isOlderThere,
    hasInput: images.images.length > 0 || NAMES.some((name) => typed[name] !== ''),
    isRunning: isRunning || isPreparing,
    discard,
  };
}
