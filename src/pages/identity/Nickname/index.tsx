import { Trans, useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { updateNickname, userInfo } from '../../../../contract/calls/profile';
import { nickname } from '../../../../contract/calls/session';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation } from '../../../app/navigation';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { toast } from '../../../components/toast';
import { useSchemaForm } from '../../../form/useSchemaForm';
import form from '../../../form/form.module.css';
import { StepFrame } from '../../account/parts/StepFrame';
import { ReadArea } from '../../read/ReadArea';

const schema = z.strictObject({ nickname });

export default function Nickname() {
  const { t } = useLingui();
  const read = useCall(userInfo, {});
  return (
    <StepFrame title={t`Nickname`} lead={<Trans>Your team and the other side of a trade see it.</Trans>}>
      <ReadArea read={read} hasData={read.data !== undefined} skeleton="rows" count={1}>
        {read.data && <NicknameForm present={read.data.nickname} />}
      </ReadArea>
    </StepFrame>
  );
}

function NicknameForm({ present }: { present: string }) {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { run, isRunning } = useWriteCall(updateNickname);
  const {
    form: state,
    field,
    submitWith,
    refuse,
  } = useSchemaForm(schema, { defaults: { nickname: present }, keep: { as: 'nickname', fields: ['nickname'] } });
  useLeaveGuard(state.hasInput);
  const submit = submitWith(async (values) => {
    const result = await run(values, { handles: ['invalid-input'] });
    if (!result.ok) return refuse(result.error, { 'invalid-input': 'nickname' });
    state.reset('nickname', values.nickname);
    toast.show(t`Saved`, { kind: 'success' });
    back();
  });
  return (
    <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t`Nickname`} type="text" autoComplete="nickname" enterKeyHint="done" {...field('nickname')} />
      <Button type="submit" block loading={isRunning}>
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
