import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useState, type FormEvent } from 'react';
import * as z from 'zod/mini';
import {
  handInRealName,
  documentNumber,
  saveRealName,
  MAX_DOCUMENT_IMAGES,
  personName,
  type DocumentType,
  type realNameVerification,
  type IdentityField,
} from '../../../../contract/calls/identity';
import { useLeaveGuard } from '../../../app/leave-guard';
import type { Input, Output } from '../../../bridge/types';
import { useImageUploads } from '../../../bridge/useImageUploads';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { toast } from '../../../components/toast';
import { useSchemaForm } from '../../../form/useSchemaForm';

export type RealNameRecord = Output<typeof realNameVerification>;
type IdentityInput = Input<typeof saveRealName>;

const texts = {
  documentNumber: {
    required: msg`Enter the document number`,
    invalid: msg`A document number has 5 to 30 letters and digits`,
  },
  realName: {
    required: msg`Enter your name as it stands in the document`,
    invalid: msg`A name has only ordinary, visible characters`,
  },
};

/** Returns whether the gateway has this part already: then it may stay as it is. */
function isEntered(record: RealNameRecord, field: IdentityField): boolean {
  const state = record.fields.find((part) => part.field === field)?.state;
  return state === 'entered' || state === 'approved';
}

/** The schema of what still has to be typed; a number that was entered before may be left empty to keep it. */
function schemaOf(record: RealNameRecord) {
  const keepable = (field: IdentityField, schema: z.ZodMiniType<string, string>) =>
    isEntered(record, field) ? z.union([z.literal(''), schema]) : schema;
  return z.strictObject({
    documentNumber: keepable('documentNumber', documentNumber),
    realName: keepable('realName', personName),
  });
}

/** Parts that are chosen, not typed. */
export type ChosenPart = 'documentType' | 'images';

/**
 * The form of a record that may still be changed. Images are sent as they are chosen; everything is kept at the gateway by
 * `saveRealName` first, so that nothing is lost when handing in is refused.
 */
export function useRealNameForm(record: RealNameRecord) {
  const { t } = useLingui();
  const store = useWriteCall(saveRealName);
  const handIn = useWriteCall(handInRealName);
  const { uploads, images } = useImageUploads();
  const [documentType, setDocumentType] = useState<DocumentType | null>(record.documentType);
  const [kept, setKept] = useState(record.images);
  const [missing, setMissing] = useState<readonly ChosenPart[]>([]);
  const { form, field, submitWith, refuse } = useSchemaForm(schemaOf(record), {
    defaults: { documentNumber: '', realName: record.realName ?? '' },
    texts,
    keep: { as: 'real-name', fields: ['documentNumber', 'realName'] },
  });

  const sent = images.flatMap((image) => (image.state === 'sent' ? [image.id] : []));
  const isSending = images.some(({ state }) => state === 'waiting' || state === 'sending');
  const pictures = [...kept, ...sent];
  const havePicturesChanged = pictures.join() !== record.images.join();
  const hasChoice = documentType !== record.documentType || havePicturesChanged || images.length > 0;
  useLeaveGuard(useCallback(() => form.hasInput() || hasChoice, [form, hasChoice]));

  const lacking: ChosenPart[] = [
    ...(documentType === null ? (['documentType'] as const) : []),
    ...(pictures.length === 0 && !isSending ? (['images'] as const) : []),
  ];

  /** Returns the values that differ from the record. */
  const changes = (values: { documentNumber: string; realName: string }): IdentityInput => ({
    ...(documentType && documentType !== record.documentType ? { documentType } : {}),
    ...(values.documentNumber !== '' ? { documentNumber: values.documentNumber } : {}),
    ...(values.realName !== '' && values.realName !== record.realName ? { realName: values.realName } : {}),
    ...(havePicturesChanged && pictures.length > 0 ? { images: pictures } : {}),
  });

  const handInForm = submitWith(async (values) => {
    if (lacking.length > 0 || isSending) return;
    // A part that failed is handed in anew, also when it is the same: the operator may have been wrong.
    const failed = (name: IdentityField) =>
      record.fields.some((part) => part.field === name && part.state === 'failed');
    const stored = await store.run(
      {
        ...changes(values),
        ...(failed('documentType') && documentType ? { documentType } : {}),
        ...(failed('realName') ? { realName: values.realName } : {}),
        ...(failed('images') ? { images: pictures } : {}),
      },
      { handles: ['invalid-input'] },
    );
    if (!stored.ok) return refuse(stored.error);
    const result = await handIn.run({});
    if (!result.ok) return;
    uploads.clear();
    toast.show(t`Handed in for review`, { kind: 'success' });
  });

  /** Everything that is missing is told at once. */
  const submit = (event: FormEvent) => {
    setMissing(lacking);
    return handInForm(event);
  };

  return {
    field,
    submit,
    documentType,
    chooseType: (type: DocumentType) => {
      setMissing(missing.filter((part) => part !== 'documentType'));
      setDocumentType(type);
    },
    kept,
    images,
    max: MAX_DOCUMENT_IMAGES,
    addImages: (files: File[]) => {
      setMissing(missing.filter((part) => part !== 'images'));
      uploads.add(files);
    },
    retryImage: (key: string) => uploads.retry(key),
    removeImage: (key: string) => uploads.remove(key),
    removeKept: (id: string) => setKept(kept.filter((one) => one !== id)),
    missing,
    isSending,
    isRunning: store.isRunning || handIn.isRunning,
  };
}
