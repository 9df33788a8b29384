import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import type { TradeMessage, UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { useNavigation } from '../../../app/navigation';
import { useConnection } from '../../../bridge/session';
import { Button } from '../../../components/Button';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import styles from '../../chat/Chat.module.css';
import { OwnBubble, TradeBubble } from './TradeBubbles';
import { TradeComposer } from './TradeComposer';
import { useChat, type ChatState } from './useChat';

/** Ended trades take messages for this long (contract: sendMessage). */
const AFTER_END_MS = 7 * 86_400_000;

interface ChatProps {
  tradeId: string;
  /** Undefined until it is known. */
  trade: UsdtTrade | undefined;
  /** Time of the answer that holds `trade`, by the gateway's clock, UTC ms. */
  asOf: number | null;
}

/** The chat of one trade, between its two parties; the platform writes here in a dispute. */
export function Chat({ tradeId, trade, asOf }: ChatProps) {
  const { t } = useLingui();
  const { back } = useNavigation();
  const chat = useChat(tradeId);
  const closedAt = trade?.closedAt ?? null;
  const isClosed = closedAt !== null && asOf !== null && asOf > closedAt + AFTER_END_MS;
  return (
    <div className={styles['view']}>
      <div>
        <NavBar title={trade?.counterparty.nickname ?? t`Messages`} onBack={back} />
      </div>
      <div className={styles['scroller']} role="log" aria-label={t`Messages`}>
        <div className={styles['content']}>
          <ReadArea read={chat.list} hasData={chat.list.items !== undefined} skeleton="rows" count={4}>
            <Messages tradeId={tradeId} chat={chat} />
          </ReadArea>
        </div>
      </div>
      {isClosed ? (
        <p className={`${styles['composer']} ${styles['note']}`}>
          <Trans>This chat is closed: the order ended more than a week ago.</Trans>
        </p>
      ) : (
        <TradeComposer tradeId={tradeId} onSay={chat.say} />
      )}
    </div>
  );
}

function Messages({ tradeId, chat }: { tradeId: string; chat: ChatState }) {
  const locale = useLocale();
  const { isOnline } = useConnection();
  const { list, messages, own } = chat;
  const dayOf = ({ createdAt }: TradeMessage) => formatDate(createdAt, { locale });
  return (
    <>
      {list.hasMore ? (
        <Button
          className={styles['more']}
          variant="ghost"
          size="small"
          loading={list.isLoadingMore}
          onClick={() => void list.loadMore()}
        >
          <Trans>Earlier messages</Trans>
        </Button>
      ) : (
        <RiskLine tone="info">
          <Trans>Only the two of you and, in a dispute, the platform read this. Never share passwords or codes.</Trans>
        </RiskLine>
      )}
      <ReadStamp read={list} />
      <ol className={styles['list']}>
        {messages.map((message, index) => {
          const before = messages[index - 1];
          const isNewDay = before === undefined || dayOf(before) !== dayOf(message);
          return (
            <Fragment key={message.clientId}>
              {isNewDay && <li className={styles['day']}>{dayOf(message)}</li>}
              <li>
                <TradeBubble tradeId={tradeId} message={message} />
              </li>
            </Fragment>
          );
        })}
        {own.map((message) => (
          <li key={message.clientId}>
            <OwnBubble message={message} isOnline={isOnline} onRetry={() => chat.retry(message)} />
          </li>
        ))}
      </ol>
    </>
  );
}
