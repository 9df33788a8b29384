import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { TradeMessage, UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import type { MessageMark } from '../../chat/Bubble';
import styles from '../../chat/Chat.module.css';
import { Room } from '../../chat/Room';
import { OwnBubble, TradeBubble } from './TradeBubbles';
import { TradeComposer } from './TradeComposer';
import { useChat, type OwnTradeMessage } from './useChat';

/** Ended trades take messages for this long (contract: sendMessage). */
const AFTER_END_MS = 7 * 86_400_000;

interface ChatProps {
  tradeId: string;
  /** Undefined until it is known. */
  trade: UsdtTrade | undefined;
  /** Time of the answer that holds `trade`, by the gateway's clock, UTC ms. */
  asOf: number | null;
}

function markOf({ by, readAt }: TradeMessage): MessageMark | null {
  if (by !== 'me') return null;
  return readAt === null ? 'sent' : 'read';
}

/** The chat of one trade, between its two parties; the platform writes here in a dispute. */
export function Chat({ tradeId, trade, asOf }: ChatProps) {
  const { t } = useLingui();
  const { list, own, said, say, retry } = useChat(tradeId);
  const renderMessage = useCallback(
    (message: TradeMessage, mark: MessageMark | null) => (
      <TradeBubble tradeId={tradeId} message={message} mark={mark} />
    ),
    [tradeId],
  );
  const renderOwn = useCallback((message: OwnTradeMessage) => <OwnBubble message={message} onRetry={retry} />, [retry]);
  const closedAt = trade?.closedAt ?? null;
  const isClosed = closedAt !== null && asOf !== null && asOf > closedAt + AFTER_END_MS;
  return (
    <Room
      title={trade?.counterparty.nickname ?? t`Messages`}
      list={list}
      own={own}
      markOf={markOf}
      Beginning={Beginning}
      renderMessage={renderMessage}
      renderOwn={renderOwn}
      said={said}
    >
      {isClosed ? (
        <p className={`${styles['composer']} ${styles['note']}`}>
          <Trans>This chat is closed: the order ended more than a week ago.</Trans>
        </p>
      ) : (
        <TradeComposer tradeId={tradeId} onSay={say} />
      )}
    </Room>
  );
}

function Beginning() {
  return <Trans>Only the two of you and, in a dispute, the platform read this. Never share passwords or codes.</Trans>;
}
