import * as z from 'zod/mini';
import type { CallDefinition } from '../../../../contract/call';
import type { ErrorCode } from '../../../../contract/errors';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation } from '../../../app/navigation';
import type { WriteResult } from '../../../bridge/types';
import { toast } from '../../../components/toast';
import type { FlowName } from '../../account/flow/flow';
import type { FieldTexts } from '../../../form/field-texts';
import { useSchemaForm } from '../../../form/useSchemaForm';
import { useCodeState } from './useCodeState';
import { useOwnCode } from './useOwnCode';

/** Refusals that are told here whichever password it is. */
const AT_NEW = ['password-unchanged', 'password-common'] as const;
const AT_CODE = ['wrong-code'] as const;

export interface PasswordChangeOptions {
  /** Schema of a password of this kind. */
  password: z.ZodMiniType<string, string>;
  texts: Record<'oldPassword' | 'newPassword', FieldTexts>;
  /** Sends the code to the own address; `flow` keeps when the next one may be asked for. */
  sendCode: CallDefinition;
  flow: FlowName;
  /** Refusals of the present password. */
  atOld: readonly ErrorCode[];
  send: (
    change: { before: string; after: string; code: string },
    handles: readonly ErrorCode[],
  ) => Promise<WriteResult<unknown>>;
  /** Tells the person that the password is changed. */
  done: string;
}

/** Changing a password (docs/rules.md §3, modes 1 and 2): the present one, the new one twice, and a code to the own address. */
export function usePasswordChange({ password, texts, sendCode, flow, atOld, send, done }: PasswordChangeOptions) {
  const { back } = useNavigation();
  const own = useOwnCode(sendCode, flow);
  const code = useCodeState();
  const schema = z.strictObject({ oldPassword: password, newPassword: password, confirmPassword: z.string() });
  const { form, field, submitWith, refuse } = useSchemaForm(schema, {
    defaults: { oldPassword: '', newPassword: '', confirmPassword: '' },
    texts,
    repeat: { of: 'newPassword', field: 'confirmPassword' },
  });
  useLeaveGuard(form.hasInput);

  const submit = submitWith(async ({ oldPassword: before, newPassword: after }) => {
    if (!own.isSent) return own.send();
    const digits = code.take();
    if (digits === null) return;
    const result = await send({ before, after, code: digits }, [...atOld, ...AT_NEW, ...AT_CODE]);
    if (result.ok) {
      for (const name of ['oldPassword', 'newPassword', 'confirmPassword'] as const) form.reset(name, '');
      toast.show(done, { kind: 'success' });
      return back();
    }
    if (code.refuse(result.error, AT_CODE)) return;
    refuse(result.error, {
      ...Object.fromEntries(atOld.map((refused) => [refused, 'oldPassword'] as const)),
      ...Object.fromEntries(AT_NEW.map((refused) => [refused, 'newPassword'] as const)),
    });
  });

  return { field, submit, own, code };
}
