import { Trans, useLingui } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import { SERVICE_TOPICS, serviceConversations, type ServiceConversation } from '../../../../contract/calls/service';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { CountBadge } from '../../../components/CountBadge';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { useNow } from '../../../components/useCountdown';
import { formatAsOf } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadStamp } from '../../read/ReadStamp';
import { TOPIC_NAMES } from '../topics';
import { Hours } from './Hours';
import styles from './Topics.module.css';

/** The choice of a topic; each topic is a conversation of its own. It can be chosen before anything is read. */
export function Topics() {
  const { t, i18n } = useLingui();
  const { back } = useNavigation();
  const read = useCall(serviceConversations, {});
  const of = (topic: string) => read.data?.conversations.find((one) => one?.topic === topic) ?? null;
  return (
    <>
      <NavBar title={t`Customer service`} onBack={back} />
      <div className={styles['page']}>
        <Hours hours={read.data?.hours} />
        <Card title={t`What is it about?`} aside={<ReadStamp read={read} />} padded={false}>
          {SERVICE_TOPICS.map((topic) => (
            <ListRow
              key={topic}
              title={i18n._(TOPIC_NAMES[topic])}
              subtitle={<LastTime conversation={of(topic)} />}
              leading={<MessageCircle size={22} strokeWidth={1.75} aria-hidden="true" />}
              value={<Unread count={of(topic)?.unread ?? 0} />}
              href={hrefTo(paths.chatRoom, { id: topic })}
            />
          ))}
        </Card>
      </div>
    </>
  );
}

function LastTime({ conversation }: { conversation: ServiceConversation | null }) {
  const locale = useLocale();
  const nowMs = useNow(60_000);
  if (!conversation) return <Trans>No messages yet</Trans>;
  const time = formatAsOf(conversation.lastAt, nowMs, { locale });
  if (conversation.closing) return <Trans>Closed · last message {time}</Trans>;
  return <Trans>Last message {time}</Trans>;
}

function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      <CountBadge count={count} className={styles['count']} />
      <span className="rab-sr">
        <Trans>{count} unread</Trans>
      </span>
    </>
  );
}
