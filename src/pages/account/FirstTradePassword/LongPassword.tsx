import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/Button';
import { PasswordField } from '../../../components/PasswordField';
import styles from './FirstTradePassword.module.css';
import type { EntryProps } from '../../../components/SixDigits';

/** More than six digits, with the system's keyboard. */
export function LongPassword({ label, onEnter, isBusy }: EntryProps) {
  const [text, setText] = useState('');
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onEnter(text);
      }}
    >
      <PasswordField
        kind="new"
        label={label}
        inputMode="numeric"
        // The browser must not keep it in place of the login password.
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        readOnly={isBusy}
      />
      <Button type="submit" block loading={isBusy}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}
