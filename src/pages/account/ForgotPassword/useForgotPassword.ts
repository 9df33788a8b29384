import * as z from 'zod/mini';
import { loginName } from '../../../../contract/calls/session';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useSendCode } from '../flow/useSendCode';
import { useSchemaForm } from '../../../form/useSchemaForm';

const schema = z.strictObject({ loginName });

/** Step 1: a code to the address. The answer never tells whether there is an account. */
export function useForgotPassword() {
  const { open } = useNavigation();
  const { flow, send, isSending } = useSendCode('forgot');
  const { field, submitWith, refuse } = useSchemaForm(schema, {
    defaults: { loginName: flow.loginName ?? '' },
    keep: { as: 'forgot', fields: ['loginName'] },
  });
  const submit = submitWith(async (values) => {
    const result = await send(values);
    if (!result.ok) return refuse(result.error, { 'invalid-input': 'loginName' });
    open(paths.forgotPasswordCode);
  });
  return { field, submit, isSending };
}
