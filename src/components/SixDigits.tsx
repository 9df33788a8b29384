import { useEffect, useState } from 'react';
import { Keypad } from './Keypad';
import { PasscodeCells } from './PasscodeCells';
import { PASSCODE_LENGTH } from './PasscodeCells';
import styles from './SixDigits.module.css';

export interface EntryProps {
  label: string;
  onEnter: (text: string) => void;
  isBusy: boolean;
}

/** Six cells with our keypad; a keyboard's digits work as well. The sixth one enters. */
export function SixDigits({ label, onEnter, isBusy }: EntryProps) {
  const [code, setCode] = useState('');
  const add = (digit: string) => {
    if (isBusy || code.length === PASSCODE_LENGTH) return;
    const next = code + digit;
    setCode(next);
    if (next.length < PASSCODE_LENGTH) return;
    setCode('');
    onEnter(next);
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^[0-9]$/.test(event.key)) add(event.key);
      else if (event.key === 'Backspace') setCode((text) => text.slice(0, -1));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
  return (
    <div role="group" aria-label={label}>
      <PasscodeCells entered={code.length} working={isBusy} />
      <div className={styles['keypad']}>
        <Keypad disabled={isBusy} onDigit={add} onDelete={() => setCode(code.slice(0, -1))} />
      </div>
    </div>
  );
}
