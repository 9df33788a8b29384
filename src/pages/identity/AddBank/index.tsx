import { Trans, useLingui } from '@lingui/react/macro';
import type { FocusEvent } from 'react';
import { realNameVerification } from '../../../../contract/calls/identity';
import { hrefTo, paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { RiskLine } from '../../../components/RiskLine';
import form from '../../../form/form.module.css';
import { StepFrame } from '../../account/parts/StepFrame';
import { ReadArea } from '../../read/ReadArea';
import { MethodConfirm } from '../parts/MethodConfirm';
import { grouped, useAddBank } from './useAddBank';

/** A bank card in the verified name; without one the reason and the way to it come first. */
export default function AddBank() {
  const { t } = useLingui();
  const read = useCall(realNameVerification, {});
  const { data } = read;
  return (
    <StepFrame title={t`Add a bank card`}>
      <ReadArea read={read} hasData={data !== undefined} skeleton="rows" count={4}>
        {data?.status === 'approved' ? (
          <BankForm holder={data.realName ?? ''} />
        ) : (
          <>
            <RiskLine tone="warning">
              <Trans>A bank card has to be in your verified name.</Trans>
            </RiskLine>
            <Button block href={hrefTo(paths.identity)}>
              <Trans>Real-name verification</Trans>
            </Button>
          </>
        )}
      </ReadArea>
    </StepFrame>
  );
}

function BankForm({ holder }: { holder: string }) {
  const { t } = useLingui();
  const add = useAddBank(holder);
  const number = add.field('cardNumber');
  const leaveNumber = (event: FocusEvent<HTMLInputElement>) => {
    event.target.value = grouped(event.target.value);
    number.onBlur();
  };
  return (
    <>
      <form className={form['form']} noValidate onSubmit={(event) => void add.submit(event)}>
        <Field label={t`Bank`} type="text" autoComplete="off" enterKeyHint="next" {...add.field('bankName')} />
        <Field
          label={t`Card number`}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="next"
          {...number}
          onBlur={leaveNumber}
        />
        <Field
          label={t`Card holder`}
          type="text"
          readOnly
          helper={t`Your verified name`}
          {...add.field('holderName')}
        />
        <Field label={t`Branch`} type="text" autoComplete="off" enterKeyHint="done" {...add.field('branch')} />
        <Button type="submit" block>
          <Trans>Next: trade password</Trans>
        </Button>
      </form>
      <MethodConfirm flow={add.flow} />
    </>
  );
}
