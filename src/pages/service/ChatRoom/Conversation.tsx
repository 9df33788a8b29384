import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { ServiceTopic } from '../../../../contract/calls/service';
import { useNavigation } from '../../../app/navigation';
import { NavBar } from '../../../components/NavBar';
import styles from '../../chat/Chat.module.css';
import { ChatRows } from '../../chat/ChatRows';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLoadMore } from '../../read/useLoadMore';
import { TOPIC_NAMES } from '../topics';
import { Closing } from './Closing';
import { Hours } from './Hours';
import { Row } from './Row';
import { ServiceComposer } from './ServiceComposer';
import { keyOfRow, useConversation, type ChatRow } from './useConversation';

/** The conversation with customer service about one topic. */
export function Conversation({ topic }: { topic: ServiceTopic }) {
  const { t, i18n } = useLingui();
  const { back } = useNavigation();
  const chat = useConversation(topic);
  const { list, overview, conversation, rows, said, say, retry, remove } = chat;
  const end = useLoadMore(list);
  const renderRow = useCallback((row: ChatRow) => <Row row={row} onRetry={retry} onRemove={remove} />, [retry, remove]);
  return (
    <div className={styles['view']}>
      <div>
        <NavBar title={i18n._(TOPIC_NAMES[topic])} onBack={back} />
        <Hours hours={overview.data?.hours} />
        <div className={styles['stamp']}>
          <ReadStamp read={list} />
        </div>
      </div>
      <ReadArea
        read={list}
        hasData={list.items !== undefined || rows.length > 0}
        skeleton="rows"
        count={4}
        empty={rows.length === 0 ? <Welcome /> : undefined}
      >
        <ChatRows
          label={t`Messages`}
          rows={rows}
          keyOf={keyOfRow}
          renderRow={renderRow}
          hasMore={list.hasMore}
          isLoadingMore={list.isLoadingMore}
          loadFailed={end.loadFailed}
          onStartReached={end.onEndReached}
          said={said}
        />
      </ReadArea>
      <div>
        {conversation?.closing && (
          <Closing key={conversation.closing.at} topic={topic} closing={conversation.closing} />
        )}
        <ServiceComposer topic={topic} onSay={say} />
      </div>
    </div>
  );
}

function Welcome() {
  return (
    <div className={styles['content']}>
      <p className={styles['day']}>
        <Trans>Write what it is about. Never share passwords or codes: customer service does not ask for them.</Trans>
      </p>
    </div>
  );
}
