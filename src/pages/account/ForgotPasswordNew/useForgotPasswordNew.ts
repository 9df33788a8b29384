import { useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { resetLoginPassword } from '../../../../contract/calls/recovery';
import { password } from '../../../../contract/calls/session';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { toast } from '../../../components/toast';
import { clearFlows } from '../flow/flow';
import { useFlow } from '../flow/useFlow';
import { useSchemaForm } from '../../../form/useSchemaForm';

const schema = z.strictObject({ newPassword: password, confirmPassword: z.string() });

/** Step 3: the new login password. Every session of the account ends with it. */
export function useForgotPasswordNew() {
  const { t } = useLingui();
  const { open } = useNavigation();
  const [flow] = useFlow('forgot');
  const { run, isRunning } = useWriteCall(resetLoginPassword);
  const { form, field, submitWith, refuse } = useSchemaForm(schema, {
    defaults: { newPassword: '', confirmPassword: '' },
    repeat: { of: 'newPassword', field: 'confirmPassword' },
  });
  useLeaveGuard(form.hasInput);
  const submit = submitWith(async ({ newPassword }) => {
    const result = await run(
      { ticket: flow.ticket ?? '', password: newPassword },
      { handles: ['password-common', 'invalid-input'] },
    );
    if (result.ok) {
      clearFlows();
      toast.show(t`The password is changed. Please log in`, { kind: 'success' });
      return open(paths.login);
    }
    if (result.error.code === 'ticket-expired') return open(paths.forgotPassword);
    refuse(result.error, { 'password-common': 'newPassword', 'invalid-input': 'newPassword' });
  });
  return { field, submit, isRunning, hasTicket: flow.ticket !== undefined };
}
