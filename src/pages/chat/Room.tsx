import { useLingui } from '@lingui/react/macro';
import { useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { useNavigation } from '../../app/navigation';
import type { ListCallState } from '../../bridge/types';
import { NavBar } from '../../components/NavBar';
import { RiskLine } from '../../components/RiskLine';
import { ReadArea } from '../read/ReadArea';
import { ReadStamp } from '../read/ReadStamp';
import { useLoadMore } from '../read/useLoadMore';
import type { MessageMark, Writer } from './Bubble';
import styles from './Chat.module.css';
import { ChatRows } from './ChatRows';
import { useChatRows, type ChatRow, type ListedMessage, type OwnMessage } from './useChatRows';

/** A message that somebody can hear of. */
interface SpokenMessage extends ListedMessage {
  by: Writer;
  text: string | null;
}

export interface RoomProps<M, O> {
  title: ReactNode;
  /** Below the title. */
  head?: ReactNode;
  list: ListCallState<M>;
  /** As `ChatContent`. */
  own: readonly O[];
  markOf: (message: M) => MessageMark | null;
  /** Says above the first message what has to be known before one writes. */
  Beginning: ComponentType;
  renderMessage: (message: M, mark: MessageMark | null) => ReactNode;
  /** The same function at every rendering, as `renderMessage`, so that rows stay as they are. */
  renderOwn: (message: O) => ReactNode;
  /** Grows with each message that the person says. */
  said: number;
  /** Below the messages: the line to write in. */
  children: ReactNode;
}

/** A chat: its messages, those on their way, and the line to write in at the bottom. */
export function Room<M extends SpokenMessage, O extends OwnMessage>(props: RoomProps<M, O>) {
  const { title, head, list, own, markOf, Beginning, renderMessage, renderOwn, said, children } = props;
  const { t } = useLingui();
  const { back } = useNavigation();
  const { items, hasMore, isLoadingMore } = list;
  const rows = useChatRows({ items, hasMore, own, markOf });
  const end = useLoadMore(list);
  const renderRow = useCallback(
    (row: ChatRow<M, O>) => {
      switch (row.kind) {
        case 'beginning':
          return (
            <div className={styles['beginning']}>
              <RiskLine tone="info">
                <Beginning />
              </RiskLine>
            </div>
          );
        case 'day':
          return <p className={styles['day']}>{row.text}</p>;
        case 'message':
          return renderMessage(row.message, row.mark);
        case 'own':
          return renderOwn(row.message);
      }
    },
    [Beginning, renderMessage, renderOwn],
  );
  return (
    <div className={styles['view']}>
      <div>
        <NavBar title={title} onBack={back} />
        <div className={styles['status']}>
          {head}
          <ReadStamp read={list} />
        </div>
        <Heard items={items} />
      </div>
      {rows.length > 0 ? (
        <ChatRows
          label={t`Messages`}
          rows={rows}
          renderRow={renderRow}
          startsAt={items?.at(-1)?.createdAt ?? null}
          hasMore={hasMore}
          isLoadingMore={isLoadingMore}
          loadFailed={end.loadFailed}
          onStartReached={end.onEndReached}
          said={said}
        />
      ) : (
        <div className={styles['waiting']}>
          <ReadArea read={list} hasData={false} skeleton="rows" count={4}>
            {null}
          </ReadArea>
        </div>
      )}
      <div>{children}</div>
    </div>
  );
}

/** Tells screen readers what somebody else writes while the chat is open. */
function Heard({ items }: { items: readonly SpokenMessage[] | undefined }) {
  const { t } = useLingui();
  const newest = items?.find(({ by }) => by !== 'me');
  const [first, setFirst] = useState<string | null>();
  if (first === undefined && items) setFirst(newest?.clientId ?? null);
  const isNew = first !== undefined && newest !== undefined && newest.clientId !== first;
  return (
    <p className="rab-sr" role="status">
      {isNew && (newest.text ?? t`Image`)}
    </p>
  );
}
