import { useState } from 'react';
import * as z from 'zod/mini';
import { checkRegisterInfo, invitationCode, loginName } from '../../../../contract/calls/session';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { isEmail, useSendCode } from '../flow/useSendCode';
import { useSchemaForm } from '../../../form/useSchemaForm';
import { readPreference } from '../../../theme/preferences';

const schema = z.strictObject({ loginName, invitationCode });

/** Step 1: is the invitation code valid; then a code goes to the address. An invitation link fills in its code. */
export function useRegister() {
  const { open } = useNavigation();
  const invited = useQuery('code');
  const { flow, send } = useSendCode('register');
  const check = useWriteCall(checkRegisterInfo);
  const [isBusy, setBusy] = useState(false);
  const { form, field, submitWith, refuse } = useSchemaForm(schema, {
    defaults: {
      loginName: flow.loginName ?? '',
      invitationCode: invited ?? flow.invitationCode ?? readPreference('rab.invited') ?? '',
    },
    keep: { as: 'register', fields: ['loginName', 'invitationCode'] },
  });
  useLeaveGuard(form.hasInput);

  const submit = submitWith(async (values) => {
    setBusy(true);
    const checked = await check.run(values, { handles: ['invitation-invalid', 'invalid-input'] });
    const result = checked.ok ? await send(values) : checked;
    setBusy(false);
    if (!result.ok)
      return refuse(result.error, { 'invitation-invalid': 'invitationCode', 'invalid-input': 'loginName' });
    open(isEmail(values.loginName) ? paths.registerEmailCode : paths.registerSmsCode);
  });

  return { field, submit, isBusy };
}
