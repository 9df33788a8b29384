import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import * as z from 'zod/mini';
import { askThaw, sendThawCode } from '../../../../contract/calls/freeze';
import { documentNumber, securityInfo } from '../../../../contract/calls/identity';
import { userInfo } from '../../../../contract/calls/profile';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { toast } from '../../../components/toast';
import { formatHours } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import { useSchemaForm } from '../../../form/useSchemaForm';
import form from '../../../form/form.module.css';
import { StepFrame } from '../../account/parts/StepFrame';
import { ReadArea } from '../../read/ReadArea';
import { OwnCode } from '../parts/OwnCode';
import { useCodeState } from '../parts/useCodeState';
import { useOwnCode } from '../parts/useOwnCode';

const AT_CODE = ['wrong-code'] as const;
const AT_NUMBER = ['identity-mismatch', 'rate-limited'] as const;
const texts = {
  documentNumber: {
    required: msg`Enter the number of your document`,
    invalid: msg`5 to 30 letters, digits or hyphens`,
  },
};

/** The way out of a freeze: the number of the approved document, a mailed code, and then a wait. */
export function Thaw() {
  const { t } = useLingui();
  const locale = useLocale();
  const { back } = useNavigation();
  const read = useCall(userInfo, {});
  const { data: security } = useCall(securityInfo, {});
  const wait = security?.freeze && formatHours(security.freeze.waitMs, locale);
  const isWaiting = security !== undefined && (security.freeze === null || security.freeze.thawsAt !== null);
  return (
    <StepFrame
      title={t`Thaw account`}
      lead={
        wait && (
          <Trans>The account thaws {wait} after this. Each step is told by mail, with a link that stops it.</Trans>
        )
      }
    >
      <ReadArea read={read} hasData={read.data !== undefined} skeleton="rows" count={2}>
        {isWaiting ? (
          <Button variant="soft" block onClick={back}>
            <Trans>Back</Trans>
          </Button>
        ) : read.data?.identity === 'approved' ? (
          <ThawForm />
        ) : (
          <NeedsName />
        )}
      </ReadArea>
    </StepFrame>
  );
}

function NeedsName() {
  return (
    <>
      <p>
        <Trans>Your real name has to be verified first: an operator looks at your document.</Trans>
      </p>
      <Button block href={hrefTo(paths.identity)}>
        <Trans>Real-name verification</Trans>
      </Button>
    </>
  );
}

function ThawForm() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { run, isRunning } = useWriteCall(askThaw);
  const own = useOwnCode(sendThawCode, 'thaw');
  const code = useCodeState();
  const { field, submitWith, refuse } = useSchemaForm(z.strictObject({ documentNumber }), {
    defaults: { documentNumber: '' },
    texts,
  });
  const submit = submitWith(async (values) => {
    if (!own.isSent) return own.send();
    const digits = code.take();
    if (digits === null) return;
    const result = await run({ ...values, code: digits }, { handles: [...AT_CODE, ...AT_NUMBER, 'not-found'] });
    if (result.ok || result.error.code === 'not-found') {
      toast.show(t`The wait for the thaw has begun`, { kind: 'success' });
      return back();
    }
    if (code.refuse(result.error, AT_CODE)) return;
    refuse(result.error, { 'identity-mismatch': 'documentNumber', 'rate-limited': 'documentNumber' });
  });
  return (
    <form className={form['form']} noValidate onSubmit={(event: FormEvent) => void submit(event)}>
      <Field
        label={t`Document number`}
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="next"
        {...field('documentNumber')}
      />
      <OwnCode
        own={own}
        code={code}
        onComplete={() => void submit()}
        busy={isRunning}
        submitLabel={<Trans>Thaw account</Trans>}
      />
    </form>
  );
}
