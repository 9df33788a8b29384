import { Trans } from '@lingui/react/macro';
import { useConnection } from '../../../bridge/session';
import type { ImageUpload } from '../../../bridge/image-uploads';
import { useImageUploads } from '../../../bridge/useImageUploads';
import { AttachedImage } from '../../chat/Attached';
import styles from '../../chat/Chat.module.css';
import { Composer } from '../../chat/Composer';
import { useUploadError } from '../../identity/images/useUploadError';

function progressOf(image: ImageUpload): number | null {
  if (image.state === 'sending') return image.progress;
  return image.state === 'waiting' ? 0 : null;
}

interface TradeComposerProps {
  tradeId: string;
  onSay: (text: string | null, image: string | null) => void;
}

/** Sends an image as soon as it is chosen: the message goes when the image is there. */
export function TradeComposer({ tradeId, onSay }: TradeComposerProps) {
  const { isOnline } = useConnection();
  const { uploads, images } = useImageUploads();
  const uploadError = useUploadError();
  const [image] = images;
  return (
    <Composer
      name={`otc-chat ${tradeId}`}
      attachment={image === undefined ? 'none' : image.state === 'sent' ? 'ready' : 'busy'}
      canSend={isOnline}
      canAttach={isOnline}
      onImage={(file) => {
        uploads.clear();
        uploads.add([file]);
      }}
      onSend={(text) => {
        onSay(text, image?.state === 'sent' ? image.id : null);
        uploads.clear();
      }}
    >
      {image && (
        <AttachedImage preview={image.preview} progress={progressOf(image)} onRemove={() => uploads.remove(image.key)}>
          {image.state === 'failed' && (
            <p className={`${styles['note']} ${styles['failed']}`} role="alert">
              {uploadError(image.error)}
            </p>
          )}
        </AttachedImage>
      )}
      {!isOnline && (
        <p className={styles['note']}>
          <Trans>Sending needs a connection; what you write is kept.</Trans>
        </p>
      )}
    </Composer>
  );
}
