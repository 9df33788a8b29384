import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { secondFactor } from '../../../../contract/calls/session';
import { Button } from '../../../components/Button';
import { CodeField } from '../../../components/CodeField';
import { Field } from '../../../components/Field';
import { useSchemaForm } from '../../../form/useSchemaForm';
import styles from './SecondFactor.module.css';

const schema = z.strictObject({ recoveryCode: secondFactor });
const texts = {
  recoveryCode: {
    required: msg`Enter a recovery code`,
    invalid: msg`A recovery code looks like abcde-fg234`,
  },
};

export interface SecondFactorProps {
  label: ReactNode;
  /** Six digits of the authenticator, or a recovery code. */
  onEnter: (code: string) => void;
  busy: boolean;
  error: string | undefined;
}

/** The authenticator's code, or one of the recovery codes for whoever has lost it. */
export function SecondFactor(props: SecondFactorProps) {
  const { label, onEnter, busy, error } = props;
  const [isLost, setLost] = useState(false);
  return (
    <div className={styles['box']}>
      {isLost ? (
        <RecoveryCode {...props} />
      ) : (
        <CodeField label={label} onComplete={onEnter} busy={busy} error={error} autoFocus />
      )}
      <button type="button" className={styles['other']} disabled={busy} onClick={() => setLost(!isLost)}>
        {isLost ? <Trans>Use the authenticator</Trans> : <Trans>Use a recovery code</Trans>}
      </button>
    </div>
  );
}

function RecoveryCode({ onEnter, busy, error }: SecondFactorProps) {
  const { t } = useLingui();
  const { field, submitWith } = useSchemaForm(schema, { defaults: { recoveryCode: '' }, texts });
  const props = field('recoveryCode');
  return (
    <form
      className={styles['box']}
      noValidate
      onSubmit={(event) => void submitWith(({ recoveryCode }) => onEnter(recoveryCode))(event)}
    >
      <Field
        label={t`Recovery code`}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        helper={t`Each of the ten codes can be used once`}
        {...props}
        error={props.error ?? error}
      />
      <Button type="submit" block loading={busy}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}
