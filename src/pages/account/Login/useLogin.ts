import { useLingui } from '@lingui/react/macro';
import type { CallError } from '../../../../contract/errors';
import { loadOnce } from '../../../start';
import { useSecondStep } from '../flow/useSecondStep';
import { useWrites } from '../../../bridge/useWriteCall';
import { clearFlows } from '../flow/flow';
import { useSchemaForm } from '../../../form/useSchemaForm';

/** The first page of a first visit shows its fields before the contract's schemas are there. */
const loadRules = loadOnce(() => import('./rules'));
const loadSchema = async () => (await loadRules()).schema;

const MINUTE_MS = 60_000;

/** Logs in by e-mail or phone number and password. The shell goes on from here when the session is open. */
export function useLogin() {
  const { t } = useLingui();
  const { run, isRunning } = useWrites();
  const takeSecondStep = useSecondStep();
  const { field, submitWith, refuse, isPreparing } = useSchemaForm(loadSchema, {
    defaults: { loginName: '', password: '' },
    keep: { as: 'login', fields: ['loginName'] },
  });
  /** Strangers have used up the account's hour: the mailed code gets the owner in at once. */
  const withWayIn = (error: CallError): CallError => {
    if (error.code !== 'rate-limited') return error;
    const minutes = Math.ceil((error.data?.retryAfterMs ?? 0) / MINUTE_MS);
    if (minutes < 2) return error;
    return {
      ...error,
      message: t`Too many wrong tries. Use “Forgot password?” to get in now, or try again in ${minutes} min.`,
    };
  };
  const submit = submitWith(async (values) => {
    const { logInByEmail } = await loadRules();
    const result = await run(logInByEmail, values, {
      handles: ['wrong-credentials', 'invalid-input', 'needs-second-step', 'rate-limited'],
    });
    if (result.ok) clearFlows();
    else if (!takeSecondStep(result.error))
      refuse(withWayIn(result.error), {
        'wrong-credentials': 'password',
        'rate-limited': 'password',
        'invalid-input': 'loginName',
      });
  });
  return { field, submit, isRunning: isRunning || isPreparing };
}
