import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { addBankMethod, bankName, branch, personName } from '../../../../contract/calls/identity';
import { cardNumber } from '../../../../contract/card-number';
import { useLeaveGuard } from '../../../app/leave-guard';
import { groupsOfFour } from '../../../format/address';
import { useSchemaForm } from '../../../form/useSchemaForm';
import { useMethodFlow } from '../parts/useMethodFlow';

const schema = z.strictObject({ bankName, cardNumber, holderName: personName, branch });
const visible = msg`Use only ordinary, visible characters`;
const texts = {
  bankName: { required: msg`Enter the bank`, invalid: visible },
  cardNumber: { required: msg`Enter the card number`, invalid: msg`This is not a card number` },
  holderName: { required: msg`Enter the card holder`, invalid: visible },
  branch: { required: msg`Enter the branch`, invalid: visible },
};

type BankView = z.output<typeof schema>;

/** A card number in groups of four digits. */
export const grouped = (text: string) => groupsOfFour(text.replace(/[ -]/g, '')).join(' ');

/** @param holder the verified name, which the card has to be in */
export function useAddBank(holder: string) {
  const { t } = useLingui();
  const { form, field, submitWith, refuse } = useSchemaForm(schema, {
    defaults: { bankName: '', cardNumber: '', holderName: holder, branch: '' },
    texts,
    // Never the number: whoever finds the device would have it.
    keep: { as: 'add-bank', fields: ['bankName', 'branch'] },
  });
  useLeaveGuard(form.hasInput);

  const flow = useMethodFlow({
    form,
    refuse,
    call: addBankMethod,
    input: (view: BankView) => view,
    terms: (card) => ({
      title: t`Confirm bank card`,
      rows: [
        { label: t`Bank`, value: card.bankName },
        { label: t`Card number`, value: <span className="rab-num">{grouped(card.cardNumber)}</span> },
        { label: t`Card holder`, value: card.holderName },
        { label: t`Branch`, value: card.branch },
      ],
      risk: {
        tone: 'warning',
        text: t`Money that is paid to a wrong card is hard to get back. Compare every digit.`,
      },
    }),
    draft: 'add-bank',
    drafted: ['bankName', 'branch'],
    spent: ['bankName', 'cardNumber', 'branch'],
    fields: { holder: 'holderName', target: 'cardNumber', rest: 'bankName' },
  });

  return { field, submit: submitWith((values) => flow.start(values)), flow };
}
