import { useEffect } from 'react';
import { expect, it } from 'vitest';
import type { MessageMark } from '../../../../src/pages/chat/Bubble';
import { useChatRows, type ChatContent, type ChatRow } from '../../../../src/pages/chat/useChatRows';
import { render } from '../../support/render';

interface Listed {
  clientId: string;
  createdAt: number;
}
interface Own {
  clientId: string;
  at: number;
}
type Content = ChatContent<Listed, Own>;
type Row = ChatRow<Listed, Own>;

const DAY_MS = 86_400_000;
const NOON = new Date(2026, 10, 20, 12).getTime();
const listed = (clientId: string, createdAt: number): Listed => ({ clientId, createdAt });

/** Shows one chat, which changes. */
function chat() {
  const seen: { rows: readonly Row[] } = { rows: [] };
  function Chat({ content }: { content: Content }) {
    const rows = useChatRows(content);
    useEffect(() => void (seen.rows = rows));
    return null;
  }
  const markOf = (): MessageMark | null => null;
  const whole = { items: undefined, hasMore: false, own: [], markOf };
  let rendered: ReturnType<typeof render> | undefined;
  return (content: Partial<Content>): readonly Row[] => {
    const node = <Chat content={{ ...whole, ...content }} />;
    if (rendered) rendered.rerender(node);
    else rendered = render(node);
    return seen.rows;
  };
}

const kindsOf = (rows: readonly Row[]) => rows.map(({ kind, key }) => (kind === 'day' ? 'day' : key));

it('puts the oldest first, says where the chat begins, and has a line before each day', () => {
  const show = chat();
  const items = [listed('c', NOON + DAY_MS), listed('b', NOON + 1), listed('a', NOON)];
  expect(kindsOf(show({ items }))).toEqual(['beginning', 'day', 'a', 'b', 'day', 'c']);
});

it('has no line before a day that may begin with older messages: it would move away from them when they come', () => {
  const show = chat();
  const items = [listed('c', NOON + DAY_MS), listed('b', NOON + 1)];
  expect(kindsOf(show({ items, hasMore: true }))).toEqual(['b', 'day', 'c']);
  const all = [...items, listed('a', NOON), listed('z', NOON - DAY_MS)];
  expect(kindsOf(show({ items: all, hasMore: true }))).toEqual(['z', 'day', 'a', 'b', 'day', 'c']);
});

it('keeps the rows that look the same when older ones come, and makes those anew whose mark changes', () => {
  const show = chat();
  const [b, a] = [listed('b', NOON + DAY_MS), listed('a', NOON)];
  const rowOf = (rows: readonly Row[]) => rows.find(({ key }) => key === 'b');
  const before = rowOf(show({ items: [b], hasMore: true }));
  expect(rowOf(show({ items: [b, a] }))).toBe(before);
  const marked = show({ items: [b, a], markOf: ({ clientId }) => (clientId === 'b' ? 'read' : null) });
  expect(rowOf(marked)).toMatchObject({ key: 'b', mark: 'read' });
});

it('shows a message of this device on its own day until the list has it, and not again when the list loses it', () => {
  const show = chat();
  const own = [{ clientId: 'own', at: NOON + DAY_MS }];
  const items = [listed('a', NOON)];
  expect(kindsOf(show({ items, own }))).toEqual(['beginning', 'day', 'a', 'day', 'own']);
  const arrived = show({ items: [listed('own', NOON + DAY_MS), ...items], own });
  expect(arrived.map(({ kind }) => kind)).toEqual(['beginning', 'day', 'message', 'day', 'message']);
  expect(kindsOf(show({ items, own }))).toEqual(['beginning', 'day', 'a']);
});

it('gives no day two lines where the device’s clock is behind the gateway’s', () => {
  const show = chat();
  const items = [listed('b', NOON + DAY_MS), listed('a', NOON)];
  const keys = show({ items, own: [{ clientId: 'own', at: NOON }] }).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.at(-1)).toBe('own');
});
