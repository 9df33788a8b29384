/** A chat as lines: the gateway's messages, those of this device that the gateway's list does not have yet, and a line before each day. */
import { useState } from 'react';
import { formatDate } from '../../format/date';
import type { Locale } from '../../i18n/locales';
import { useLocale } from '../../i18n/useLocale';
import type { MessageMark } from './Bubble';

/** A message as the gateway has it. */
export interface ListedMessage {
  /** Made by the device that sent it. */
  clientId: string;
  /** UTC ms. */
  createdAt: number;
}

/** A message of this device, on its way. */
export interface OwnMessage {
  clientId: string;
  /** UTC ms. */
  at: number;
}

export interface MessageRow<M> {
  kind: 'message';
  key: string;
  message: M;
  mark: MessageMark | null;
}

/** A line of the chat. The same object as long as it looks the same. */
export type ChatRow<M, O> =
  | { kind: 'beginning'; key: string }
  | { kind: 'day'; key: string; text: string }
  | MessageRow<M>
  | { kind: 'own'; key: string; message: O };

export interface ChatContent<M, O> {
  /** Newest first; undefined until they are known. */
  items: readonly M[] | undefined;
  /** There are older ones. */
  hasMore: boolean;
  /** Oldest first. Those that the list has are left out. */
  own: readonly O[];
  /** Tells how far a message of one's own has come; the same function as long as it tells the same. */
  markOf: (message: M) => MessageMark | null;
}

const BEGINNING = { kind: 'beginning', key: 'beginning' } as const;

/** Makes the rows of one chat, and keeps those that look the same: a long chat grows by what is new, page by page. */
class RowMaker<M extends ListedMessage, O extends OwnMessage> {
  readonly #listed = new WeakMap<M, { row: MessageRow<M>; day: string }>();
  readonly #own = new WeakMap<O, ChatRow<M, O>>();
  readonly #days = new Map<string, ChatRow<M, O>>();
  /** Messages of this device that the list has had: they do not come back when the list loses them. */
  readonly #arrived = new Set<string>();

  make({ items, hasMore, own, markOf }: ChatContent<M, O>, locale: Locale): readonly ChatRow<M, O>[] {
    const listed = items ?? [];
    const rows: ChatRow<M, O>[] = items === undefined || hasMore ? [] : [BEGINNING];
    // A day stands once, also where the clocks of device and gateway do not agree about it.
    const days = new Set<string>();
    const put = (row: ChatRow<M, O>, day: string, at: number) => {
      // The first day may begin above: its line would leave the row that it stands at when older ones come, and the reader with it.
      if (!days.has(day) && !(hasMore && rows.length === 0)) rows.push(this.#dayRow(day, formatDate(at, { locale })));
      days.add(day);
      rows.push(row);
    };
    for (let index = listed.length - 1; index >= 0; index -= 1) {
      const message = listed[index] as M;
      const made = this.#messageRow(message, markOf(message));
      put(made.row, made.day, message.createdAt);
    }
    for (const message of this.#unlisted(own, listed)) {
      put(this.#ownRow(message), dayOf(message.at), message.at);
    }
    return rows;
  }

  #messageRow(message: M, mark: MessageMark | null) {
    const known = this.#listed.get(message);
    if (known?.row.mark === mark) return known;
    const row: MessageRow<M> = { kind: 'message', key: message.clientId, message, mark };
    const made = { row, day: known?.day ?? dayOf(message.createdAt) };
    this.#listed.set(message, made);
    return made;
  }

  #ownRow(message: O): ChatRow<M, O> {
    const row: ChatRow<M, O> = this.#own.get(message) ?? { kind: 'own', key: message.clientId, message };
    this.#own.set(message, row);
    return row;
  }

  #dayRow(day: string, text: string): ChatRow<M, O> {
    const known = this.#days.get(day);
    if (known?.kind === 'day' && known.text === text) return known;
    const row = { kind: 'day', key: `day ${day}`, text } as const;
    this.#days.set(day, row);
    return row;
  }

  #unlisted(own: readonly O[], items: readonly M[]): readonly O[] {
    if (own.length === 0) return own;
    const waiting = new Set(own.map(({ clientId }) => clientId));
    for (const { clientId } of items) if (waiting.has(clientId)) this.#arrived.add(clientId);
    return own.filter(({ clientId }) => !this.#arrived.has(clientId));
  }
}

const dayOf = (ms: number) => new Date(ms).toDateString();

interface Given<M, O> extends ChatContent<M, O> {
  locale: Locale;
}

function isSame<M, O>(one: Given<M, O>, other: Given<M, O>): boolean {
  return (
    one.items === other.items &&
    one.hasMore === other.hasMore &&
    one.own === other.own &&
    one.markOf === other.markOf &&
    one.locale === other.locale
  );
}

/** The oldest first. */
export function useChatRows<M extends ListedMessage, O extends OwnMessage>(
  content: ChatContent<M, O>,
): readonly ChatRow<M, O>[] {
  const locale = useLocale();
  const [maker] = useState(() => new RowMaker<M, O>());
  const [made, setMade] = useState<(Given<M, O> & { rows: readonly ChatRow<M, O>[] }) | null>(null);
  const { items, hasMore, own, markOf } = content;
  const given = { items, hasMore, own, markOf, locale };
  if (made && isSame(made, given)) return made.rows;
  const rows = maker.make(content, locale);
  setMade({ ...given, rows });
  return rows;
}
