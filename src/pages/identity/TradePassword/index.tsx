import { Trans, useLingui } from '@lingui/react/macro';
import { securityInfo } from '../../../../contract/calls/identity';
import { hrefTo, paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { PasswordField, type PasswordFieldProps } from '../../../components/PasswordField';
import form from '../../account/parts/form.module.css';
import { StepFrame } from '../../account/parts/StepFrame';
import { LockNote } from '../parts/LockNote';
import { OwnCode } from '../parts/OwnCode';
import { useChangeTradePassword } from './useChangeTradePassword';

export default function ChangeTradePassword() {
  const { t } = useLingui();
  const { data } = useCall(securityInfo, {});
  const { field, submit, own, code, isRunning } = useChangeTradePassword();
  const title = t`Change trade password`;
  if (data?.hasTradePassword === false) {
    return (
      <StepFrame title={title} lead={<Trans>It confirms everything that leaves your account.</Trans>}>
        <Button block href={hrefTo(paths.firstTradePassword)}>
          <Trans>Set a trade password</Trans>
        </Button>
      </StepFrame>
    );
  }
  return (
    <StepFrame title={title} lead={<Trans>Withdrawals stay closed for a while afterwards.</Trans>}>
      <LockNote until={data?.tradePasswordLockedUntil} />
      <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
        <TradePasswordField label={t`Present trade password`} kind="current" {...field('oldTradePassword')} />
        <TradePasswordField label={t`New trade password`} kind="new" {...field('newTradePassword')} />
        <TradePasswordField label={t`Repeat the password`} kind="new" {...field('confirmPassword')} />
        <OwnCode own={own} code={code} onComplete={() => void submit()} busy={isRunning} />
      </form>
    </StepFrame>
  );
}

/** Digits only; the browser must not keep it in place of the login password. */
function TradePasswordField(props: PasswordFieldProps) {
  return <PasswordField inputMode="numeric" autoComplete="off" enterKeyHint="next" {...props} />;
}
