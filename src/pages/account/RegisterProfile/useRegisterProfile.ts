import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { nickname, password, randomNickname, register } from '../../../../contract/calls/session';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { takeReturn } from '../../../app/return-to';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { toast } from '../../../components/toast';
import { clearFlows } from '../flow/flow';
import { useFlow } from '../flow/useFlow';
import { useSchemaForm } from '../../../form/useSchemaForm';

const schema = z.strictObject({ nickname, newPassword: password, confirmPassword: z.string() });

/** Step 3: nickname (one is proposed) and password; opens the account and logs in. */
export function useRegisterProfile() {
  const { t } = useLingui();
  const { open, replace } = useNavigation();
  const [flow] = useFlow('register');
  const proposal = useCall(randomNickname, {});
  const { run, isRunning } = useWriteCall(register);
  const { form, field, submitWith, refuse } = useSchemaForm(schema, {
    defaults: { nickname: '', newPassword: '', confirmPassword: '' },
    keep: { as: 'register-profile', fields: ['nickname'] },
    repeat: { of: 'newPassword', field: 'confirmPassword' },
  });
  useLeaveGuard(form.hasInput);
  const proposed = proposal.data?.nickname;
  useEffect(() => {
    // A nickname that the person typed stays.
    if (proposed && !form.isDirty('nickname')) form.reset('nickname', proposed);
  }, [proposed, form]);

  const proposeAnother = () => {
    form.reset('nickname', '');
    void proposal.refresh();
  };

  const submit = submitWith(async ({ nickname: chosen, newPassword }) => {
    const result = await run(
      { ticket: flow.ticket ?? '', nickname: chosen, password: newPassword },
      { handles: ['password-common', 'invalid-input'] },
    );
    if (result.ok) {
      clearFlows();
      toast.show(t`Welcome, ${chosen}`, { kind: 'success' });
      return replace(takeReturn('login') ?? paths.home);
    }
    // The code behind the ticket is spent, so a new one is needed.
    if (result.error.code === 'ticket-expired') return open(paths.register);
    refuse(result.error, { 'password-common': 'newPassword', 'invalid-input': 'nickname' });
  });

  return {
    field,
    submit,
    isRunning,
    proposeAnother,
    isProposing: proposal.isRefreshing,
    hasTicket: flow.ticket !== undefined,
  };
}
