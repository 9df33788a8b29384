import { loadOnce } from '../../../app/chunk';
import { useSecondStep } from '../flow/useSecondStep';
import { useWrites } from '../../../bridge/useWriteCall';
import { clearFlows } from '../flow/flow';
import { useSchemaForm } from '../form/useSchemaForm';

/** The first page of a first visit shows its fields before the contract's schemas are there. */
const loadRules = loadOnce(() => import('./rules'));
const loadSchema = async () => (await loadRules()).schema;

/** Logs in by e-mail or phone number and password. The shell goes on from here when the session is open. */
export function useLogin() {
  const { run, isRunning } = useWrites();
  const takeSecondStep = useSecondStep();
  const { field, submitWith, place, isPreparing } = useSchemaForm(loadSchema, {
    defaults: { loginName: '', password: '' },
    keep: { as: 'login', fields: ['loginName'] },
  });
  const submit = submitWith(async (values) => {
    const { emailLogin } = await loadRules();
    const result = await run(emailLogin, values, {
      handles: ['wrong-credentials', 'invalid-input', 'needs-second-step'],
    });
    if (result.ok) clearFlows();
    else if (!takeSecondStep(result.error))
      place(result.error, { 'wrong-credentials': 'password', 'invalid-input': 'loginName' });
  });
  return { field, submit, isRunning: isRunning || isPreparing };
}
