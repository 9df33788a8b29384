import { Trans, useLingui } from '@lingui/react/macro';
import { FilePlus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ServiceTopic } from '../../../../contract/calls/service';
import { useConnection } from '../../../bridge/session';
import type { QueuedMessage } from '../../../bridge/messages';
import { IconButton } from '../../../components/IconButton';
import { toast } from '../../../components/toast';
import { AttachedImage } from '../../chat/Attached';
import styles from '../../chat/Chat.module.css';
import { Composer } from '../../chat/Composer';
import { OrderCard } from './OrderCard';
import { OrderPicker } from './OrderPicker';
import type { NewMessage } from './useConversation';

interface ServiceComposerProps {
  topic: ServiceTopic;
  onSay: (message: NewMessage) => Promise<boolean>;
}

/** A chosen picture with the address that it is shown at. */
function usePicture() {
  const [picture, setPicture] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => () => URL.revokeObjectURL(picture?.url ?? ''), [picture]);
  return {
    picture,
    choose: (file: File) => setPicture({ file, url: URL.createObjectURL(file) }),
    drop: () => setPicture(null),
  };
}

/** Writes to customer service; without a connection the message waits on this device. */
export function ServiceComposer({ topic, onSay }: ServiceComposerProps) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const { picture, choose, drop } = usePicture();
  const [order, setOrder] = useState<QueuedMessage['order']>(null);
  const [isPicking, setPicking] = useState(false);
  const send = async (text: string | null) => {
    const message = { text, order, image: picture?.file ?? null };
    drop();
    setOrder(null);
    if (!(await onSay(message)))
      toast.show(t`The message could not be kept on this device. Please write it again.`, { kind: 'error' });
  };
  return (
    <>
      <Composer
        name={`service-chat ${topic}`}
        attachment={picture || order ? 'ready' : 'none'}
        canSend
        canAttach
        onImage={choose}
        onSend={(text) => void send(text)}
        extra={
          <IconButton
            label={t`Attach an order`}
            icon={<FilePlus size={22} strokeWidth={1.75} />}
            onClick={() => setPicking(true)}
          />
        }
      >
        {order && (
          <div className={styles['uploads']}>
            <OrderCard order={order} />
            <IconButton
              label={t`Remove the order`}
              icon={<X size={20} strokeWidth={1.75} />}
              onClick={() => setOrder(null)}
            />
          </div>
        )}
        {picture && <AttachedImage preview={picture.url} progress={null} onRemove={drop} />}
        {!isOnline && (
          <p className={styles['note']}>
            <Trans>Offline: what you send waits on this device and goes when the connection is back.</Trans>
          </p>
        )}
      </Composer>
      <OrderPicker
        open={isPicking}
        onClose={() => setPicking(false)}
        onPick={(picked) => {
          setOrder(picked);
          setPicking(false);
        }}
      />
    </>
  );
}
