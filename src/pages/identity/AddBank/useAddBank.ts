import { msg } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { addBankMethod, bankName, branch, cardNumber, personName } from '../../../../contract/calls/identity';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { useSchemaForm } from '../../../form/useSchemaForm';
import { useFormDraft } from '../parts/useFormDraft';
import { useMethodConfirm } from '../parts/useMethodConfirm';

const schema = z.strictObject({ bankName, cardNumber, holderName: personName, branch });
const visible = msg`Use only ordinary, visible characters`;
const texts = {
  bankName: { required: msg`Enter the bank`, invalid: visible },
  cardNumber: { required: msg`Enter the card number`, invalid: msg`This is not a card number` },
  holderName: { required: msg`Enter the card holder`, invalid: visible },
  branch: { required: msg`Enter the branch`, invalid: visible },
};

export type BankView = z.output<typeof schema>;

const IN_FORM = ['holder-mismatch', 'method-exists', 'limit-reached', 'invalid-input'] as const;

/** @param holder the verified name, which the card has to be in */
export function useAddBank(holder: string) {
  const { run } = useWriteCall(addBankMethod);
  const { form, field, submitWith, place } = useSchemaForm(schema, {
    defaults: { bankName: '', cardNumber: '', holderName: holder, branch: '' },
    texts,
    // Never the number: whoever finds the device would have it.
    keep: { as: 'add-bank', fields: ['bankName', 'branch'] },
  });
  useLeaveGuard(form.hasInput);
  const draft = useFormDraft(form, 'add-bank', ['bankName', 'branch']);

  const flow = useMethodConfirm<BankView>({
    inForm: IN_FORM,
    send: (view, tradePassword, handles) => run({ ...view, tradePassword }, { handles }),
    onForm: (error) =>
      place(error, { 'holder-mismatch': 'holderName', 'method-exists': 'cardNumber', 'limit-reached': 'bankName' }),
    onElsewhere: draft.keep,
    onAdded: () => {
      for (const name of ['bankName', 'cardNumber', 'branch'] as const) form.reset(name, '');
    },
  });

  return { field, submit: submitWith((values) => flow.start(values)), flow };
}
