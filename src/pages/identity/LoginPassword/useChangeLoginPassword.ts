import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { sendUpdateLoginPasswordCode, updateLoginPassword } from '../../../../contract/calls/profile';
import { password } from '../../../../contract/calls/session';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation } from '../../../app/navigation';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { toast } from '../../../components/toast';
import { useSchemaForm } from '../../account/form/useSchemaForm';
import { useCodeState } from '../parts/useCodeState';
import { useOwnCode } from '../parts/useOwnCode';

const schema = z.strictObject({ oldPassword: password, newPassword: password, confirmPassword: z.string() });
const invalid = msg`The password needs at least 6 characters`;
const texts = { oldPassword: { required: msg`Enter your present login password`, invalid } };

/** Mode 1: the old password, the new one twice, and a code to the own address. */
export function useChangeLoginPassword() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { run, isRunning } = useWriteCall(updateLoginPassword);
  const own = useOwnCode(sendUpdateLoginPasswordCode, 'login-password');
  const code = useCodeState();
  const { form, field, submitWith, place } = useSchemaForm(schema, {
    defaults: { oldPassword: '', newPassword: '', confirmPassword: '' },
    texts,
    repeat: { of: 'newPassword', field: 'confirmPassword' },
  });
  useLeaveGuard(form.hasInput);

  const submit = submitWith(async ({ oldPassword, newPassword }) => {
    if (!own.isSent) return own.send();
    const digits = code.take();
    if (digits === null) return;
    const result = await run(
      { oldPassword, password: newPassword, code: digits },
      { handles: ['wrong-password', 'password-locked', 'password-unchanged', 'password-common', 'wrong-code'] },
    );
    if (result.ok) {
      for (const name of ['oldPassword', 'newPassword', 'confirmPassword'] as const) form.reset(name, '');
      toast.show(t`The login password is changed. Other devices are logged out`, { kind: 'success' });
      return back();
    }
    if (code.refuse(result.error, ['wrong-code'])) return;
    place(result.error, {
      'wrong-password': 'oldPassword',
      'password-locked': 'oldPassword',
      'password-unchanged': 'newPassword',
      'password-common': 'newPassword',
    });
  });

  return { field, submit, own, code, isRunning };
}
