import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { ServiceMessage, ServiceTopic } from '../../../../contract/calls/service';
import type { MessageMark } from '../../chat/Bubble';
import { Room } from '../../chat/Room';
import { TOPIC_NAMES } from '../topics';
import { Closing } from './Closing';
import { Hours } from './Hours';
import { QueuedBubble, ServiceBubble } from './ServiceBubbles';
import { ServiceComposer } from './ServiceComposer';
import { useConversation, type OwnServiceMessage } from './useConversation';

/** The conversation with customer service about one topic. */
export function Conversation({ topic }: { topic: ServiceTopic }) {
  const { i18n } = useLingui();
  const { list, overview, conversation, own, markOf, said, say, retry, remove } = useConversation(topic);
  const renderMessage = useCallback(
    (message: ServiceMessage, mark: MessageMark | null) => <ServiceBubble message={message} mark={mark} />,
    [],
  );
  const renderOwn = useCallback(
    (message: OwnServiceMessage) => <QueuedBubble own={message} onRetry={retry} onRemove={remove} />,
    [retry, remove],
  );
  return (
    <Room
      title={i18n._(TOPIC_NAMES[topic])}
      head={<Hours hours={overview.data?.hours} />}
      list={list}
      own={own}
      markOf={markOf}
      Beginning={Beginning}
      renderMessage={renderMessage}
      renderOwn={renderOwn}
      said={said}
    >
      {conversation?.closing && <Closing key={conversation.closing.at} topic={topic} closing={conversation.closing} />}
      <ServiceComposer topic={topic} onSay={say} />
    </Room>
  );
}

function Beginning() {
  return <Trans>Write what it is about. Never share passwords or codes: customer service does not ask for them.</Trans>;
}
