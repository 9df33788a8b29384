import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { securityInfo } from '../../../../contract/calls/identity';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { PasswordField } from '../../../components/PasswordField';
import { LockNote } from '../../identity/parts/LockNote';
import { OwnCode } from '../../identity/parts/OwnCode';
import form from '../../../form/form.module.css';
import styles from './FirstTradePassword.module.css';
import type { useProof } from './useProof';

/** Asks for proof that the owner is the one who chooses: the login password, or a mailed code in its place. */
export function ProofForm({ proof, busy }: { proof: ReturnType<typeof useProof>; busy: boolean }) {
  const { t } = useLingui();
  const { data } = useCall(securityInfo, {});
  const { byCode, field, submit, own, code, swap } = proof;
  const submits = (event?: FormEvent) => void submit(event);
  return (
    <form className={form['form']} noValidate onSubmit={submits}>
      {byCode ? (
        <OwnCode
          own={own}
          code={code}
          onComplete={() => submits()}
          busy={busy}
          submitLabel={<Trans>Set a trade password</Trans>}
        />
      ) : (
        <>
          <LockNote until={data?.loginPasswordLockedUntil} />
          <PasswordField label={t`Login password`} kind="current" enterKeyHint="done" {...field('password')} />
          <Button type="submit" block loading={busy}>
            <Trans>Set a trade password</Trans>
          </Button>
        </>
      )}
      <button type="button" className={styles['other']} disabled={busy} onClick={swap}>
        {byCode ? <Trans>Use the login password</Trans> : <Trans>Use a mailed code instead</Trans>}
      </button>
    </form>
  );
}
