import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus, Send, X } from 'lucide-react';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { useConnection } from '../../../bridge/session';
import { useImageUploads } from '../../../bridge/useImageUploads';
import { IconButton } from '../../../components/IconButton';
import { ProgressBar } from '../../../components/ProgressBar';
import { useTypedValues } from '../../../money/useTypedValues';
import { accepted } from '../../identity/images/AddImage';
import { useUploadError } from '../../identity/images/useUploadError';
import styles from './Chat.module.css';

const MAX_TEXT = 1_000;

const valuesOf = (kept: Record<string, string>) => ({ text: kept['text'] ?? '' });

interface ComposerProps {
  tradeId: string;
  onSay: (text: string | null, image: string | null) => void;
}

/** Takes a message: text, one picture, and the reason why it cannot be sent. */
export function Composer({ tradeId, onSay }: ComposerProps) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const { values, change } = useTypedValues(`otc-chat ${tradeId}`, valuesOf);
  const { text } = values;
  const { uploads, images } = useImageUploads();
  const uploadError = useUploadError();
  const [image] = images;
  const isReady = isOnline && (image ? image.state === 'sent' : text.trim() !== '');
  const send = () => {
    if (!isReady) return;
    onSay(text.trim() === '' ? null : text.trim(), image?.state === 'sent' ? image.id : null);
    change({ text: '' });
    uploads.clear();
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
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    uploads.clear();
    uploads.add(files.slice(0, 1));
  };
  return (
    <div className={styles['composer']}>
      {image && (
        <div className={styles['uploads']}>
          <div className={styles['upload']}>
            <img src={image.preview} alt={t`Image`} />
            {image.state !== 'sent' && image.state !== 'failed' && (
              <ProgressBar value={image.state === 'sending' ? image.progress : 0} label={t`Sending the image`} />
            )}
          </div>
          <IconButton
            label={t`Remove the image`}
            icon={<X size={20} strokeWidth={1.75} />}
            onClick={() => uploads.remove(image.key)}
          />
          {image.state === 'failed' && (
            <p className={`${styles['note']} ${styles['failed']}`} role="alert">
              {uploadError(image.error)}
            </p>
          )}
        </div>
      )}
      {!isOnline && (
        <p className={styles['note']}>
          <Trans>Sending needs a connection; what you write is kept.</Trans>
        </p>
      )}
      <div className={styles['line']}>
        <label className={styles['attach']} title={t`Add an image`}>
          <ImagePlus size={22} strokeWidth={1.75} aria-hidden="true" />
          <input type="file" accept={accepted()} aria-label={t`Add an image`} disabled={!isOnline} onChange={attach} />
        </label>
        <textarea
          className={styles['input']}
          aria-label={t`Message`}
          placeholder={t`Message`}
          rows={1}
          maxLength={MAX_TEXT}
          enterKeyHint="send"
          value={text}
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
