import { Trans, useLingui } from '@lingui/react/macro';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { rateService, type ServiceConversation, type ServiceTopic } from '../../../../contract/calls/service';
import { useConnection } from '../../../bridge/session';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Button } from '../../../components/Button';
import { Sheet } from '../../../components/Sheet';
import styles from '../../chat/Chat.module.css';
import { Stars } from './Stars';

interface ClosingProps {
  topic: ServiceTopic;
  closing: NonNullable<ServiceConversation['closing']>;
}

/** Says that the conversation is closed, and asks once how it was. */
export function Closing({ topic, closing: { stars } }: ClosingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['closed']}>
      <p className={styles['note']} role="status">
        <Trans>Customer service has closed this conversation. A new message opens it again.</Trans>
      </p>
      {stars === null ? (
        <Button variant="soft" size="small" icon={<Star size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
          <Trans>Rate the answer</Trans>
        </Button>
      ) : (
        <p className={styles['note']}>
          <Trans>Your rating: {stars} of 5</Trans>
        </p>
      )}
      <RatingSheet topic={topic} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

function RatingSheet({ topic, open, onClose }: { topic: ServiceTopic; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const { run, isRunning } = useWriteCall(rateService);
  const [stars, setStars] = useState<number | null>(null);
  const rate = async () => {
    if (stars !== null && (await run({ topic, stars })).ok) onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      busy={isRunning}
      title={t`How was the answer?`}
      footer={
        <Button block loading={isRunning} disabled={stars === null || !isOnline} onClick={() => void rate()}>
          {isOnline ? <Trans>Send the rating</Trans> : <Trans>Needs a connection</Trans>}
        </Button>
      }
    >
      <Stars value={stars} onChange={setStars} />
    </Sheet>
  );
}
