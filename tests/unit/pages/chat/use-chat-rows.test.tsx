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

it('shows a message of this device on its own day until the list has it, and not again when the list loses it', () => {
  const show = chat();
  const own = [{ clientId: 'own', at: NOON + DAY_MS }];
  const items = [listed('a', NOON)];
  expect(kindsOf(show({ items, own }))).toEqual(['beginning', 'day', 'a', 'day', 'own']);
  const arrived = show({ items: [listed('own', NOON + DAY_MS), ...items], own });
  expect(arrived.map(({ kind }) => kind)).toEqual(['beginning', 'day', 'message', 'day', 'message']);
  expect(kindsOf(show({ items, own }))).toEqual(['beginning', 'day', 'a']);
});
