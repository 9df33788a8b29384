import * as z from 'zod/mini';
import { emailLogin, loginName, password } from '../../../../contract/calls/session';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { clearFlows } from '../flow/flow';
import { useSchemaForm } from '../form/useSchemaForm';

const schema = z.strictObject({ loginName, password });

/** Logs in by e-mail or phone number and password. The shell goes on from here when the session is open. */
export function useLogin() {
  const { run, isRunning } = useWriteCall(emailLogin);
  const { form, field, place } = useSchemaForm(schema, { defaults: { loginName: '', password: '' } });
  const submit = form.handleSubmit(async (values) => {
    const result = await run(values, { handles: ['wrong-credentials', 'invalid-input'] });
    if (result.ok) clearFlows();
    else place(result.error, { 'wrong-credentials': 'password', 'invalid-input': 'loginName' });
  });
  return { field, submit, isRunning };
}
