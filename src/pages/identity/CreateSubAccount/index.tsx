import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { createSubAccount } from '../../../../contract/calls/profile';
import { nickname } from '../../../../contract/calls/session';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation } from '../../../app/navigation';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { toast } from '../../../components/toast';
import { useSchemaForm } from '../../../form/useSchemaForm';
import form from '../../../form/form.module.css';
import { StepFrame } from '../../account/parts/StepFrame';

const schema = z.strictObject({ name: nickname });
const texts = {
  name: {
    required: msg`Enter a name`,
    invalid: msg`A name has only ordinary, visible characters`,
    'too-long': msg`A name has at most 24 characters`,
  },
};

export default function CreateSubAccount() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { run, isRunning } = useWriteCall(createSubAccount);
  const {
    form: state,
    field,
    submitWith,
    refuse,
  } = useSchemaForm(schema, { defaults: { name: '' }, texts, keep: { as: 'sub-account', fields: ['name'] } });
  useLeaveGuard(state.hasInput);
  const submit = submitWith(async ({ name }) => {
    const result = await run({ name }, { handles: ['limit-reached', 'invalid-input'] });
    if (!result.ok) return refuse(result.error, { 'limit-reached': 'name', 'invalid-input': 'name' });
    state.reset('name', '');
    toast.show(t`${name} is open`, { kind: 'success' });
    back();
  });
  return (
    <StepFrame
      title={t`New sub-account`}
      lead={<Trans>It has its own cash and custody. Transfers between your own accounts are free.</Trans>}
    >
      <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t`Name`} type="text" autoComplete="off" enterKeyHint="done" {...field('name')} />
        <Button type="submit" block loading={isRunning}>
          <Trans>Open the sub-account</Trans>
        </Button>
      </form>
    </StepFrame>
  );
}
