import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { sendUpdateTradePasswordCode, updateTradePassword } from '../../../../contract/calls/profile';
import { tradePassword } from '../../../../contract/calls/session';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation } from '../../../app/navigation';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { toast } from '../../../components/toast';
import { useSchemaForm } from '../../account/form/useSchemaForm';
import { useCodeState } from '../parts/useCodeState';
import { useOwnCode } from '../parts/useOwnCode';

const schema = z.strictObject({
  oldTradePassword: tradePassword,
  newTradePassword: tradePassword,
  confirmPassword: z.string(),
});
const invalid = msg`Six digits or more`;
const texts = {
  oldTradePassword: { required: msg`Enter your present trade password`, invalid },
  newTradePassword: { required: msg`Choose a trade password`, invalid },
};

/** Mode 2: the old trade password, the new one twice, and a code to the own address. */
export function useChangeTradePassword() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { run, isRunning } = useWriteCall(updateTradePassword);
  const own = useOwnCode(sendUpdateTradePasswordCode, 'trade-password');
  const code = useCodeState();
  const { form, field, submitWith, place } = useSchemaForm(schema, {
    defaults: { oldTradePassword: '', newTradePassword: '', confirmPassword: '' },
    texts,
    repeat: { of: 'newTradePassword', field: 'confirmPassword' },
  });
  useLeaveGuard(form.hasInput);

  const submit = submitWith(async ({ oldTradePassword, newTradePassword }) => {
    if (!own.isSent) return own.send();
    const digits = code.take();
    if (digits === null) return;
    const result = await run(
      { oldTradePassword, tradePassword: newTradePassword, code: digits },
      {
        handles: [
          'wrong-trade-password',
          'trade-password-locked',
          'password-unchanged',
          'password-common',
          'wrong-code',
        ],
      },
    );
    if (result.ok) {
      for (const name of ['oldTradePassword', 'newTradePassword', 'confirmPassword'] as const) form.reset(name, '');
      toast.show(t`The trade password is changed`, { kind: 'success' });
      return back();
    }
    if (code.refuse(result.error, ['wrong-code'])) return;
    place(result.error, {
      'wrong-trade-password': 'oldTradePassword',
      'trade-password-locked': 'oldTradePassword',
      'password-unchanged': 'newTradePassword',
      'password-common': 'newTradePassword',
    });
  });

  return { field, submit, own, code, isRunning };
}
