import { useLingui } from '@lingui/react/macro';
import { ImagePlus, Send } from 'lucide-react';
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react';
import { useTypedValues } from '../../money/useTypedValues';
import { accepted } from '../identity/images/AddImage';
import styles from './Chat.module.css';

const MAX_TEXT = 1_000;

const valuesOf = (kept: Record<string, string>) => ({ text: kept['text'] ?? '' });

interface ComposerProps {
  /** The device keeps the typed text under this name until it is sent. */
  name: string;
  /** `ready`: goes without words too; `busy`: nothing can be sent before it is done. */
  attachment: 'none' | 'ready' | 'busy';
  /** False: nothing can be sent now; what is typed is kept. */
  canSend: boolean;
  canAttach: boolean;
  onImage: (file: File) => void;
  onSend: (text: string | null) => void;
  /** Above the line: what is attached, and why it cannot be sent. */
  children?: ReactNode;
  /** Beside the button for images. */
  extra?: ReactNode;
}

/** Takes a message: text, and what the chat adds to it. */
export function Composer(props: ComposerProps) {
  const { name, attachment, canSend, canAttach, onImage, onSend, children, extra } = props;
  const { t } = useLingui();
  const { values, change } = useTypedValues(name, valuesOf);
  const text = values.text.trim();
  const isReady = canSend && (attachment === 'none' ? text !== '' : attachment === 'ready');
  const send = () => {
    if (!isReady) return;
    onSend(text === '' ? null : text);
    change({ text: '' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With a finger Enter is a new line; with keys it sends, as everywhere.
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      matchMedia('(pointer: coarse)').matches
    )
      return;
    event.preventDefault();
    send();
  };
  const attach = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file again is a choice too.
    event.target.value = '';
    if (file) onImage(file);
  };
  return (
    <div className={styles['composer']}>
      {children}
      <div className={styles['line']} data-extra={extra !== undefined || undefined}>
        <label className={styles['attach']} title={t`Add an image`}>
          <ImagePlus size={22} strokeWidth={1.75} aria-hidden="true" />
          <input type="file" accept={accepted()} aria-label={t`Add an image`} disabled={!canAttach} onChange={attach} />
        </label>
        {extra}
        <textarea
          className={styles['input']}
          aria-label={t`Message`}
          placeholder={t`Message`}
          rows={1}
          maxLength={MAX_TEXT}
          enterKeyHint="enter"
          value={values.text}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className={styles['send']}
          aria-label={t`Send`}
          title={t`Send`}
          disabled={!isReady}
          onClick={send}
        >
          <Send size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
