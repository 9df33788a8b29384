/** A virtual list tells a screen reader each row's place and count, though only the rows near the screen exist. */
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualList } from '../../../src/components/VirtualList';
import { until } from '../support/until';
import { render } from '../support/render';

interface Row {
  id: string;
  month: string;
}

/** 30 of November, then 400 of October. */
const ROWS: Row[] = Array.from({ length: 430 }, (_, at) => ({ id: `r${at + 1}`, month: at < 30 ? 'Nov' : 'Oct 25' }));
const HEIGHT = 100;

function show(rows: readonly Row[], { hasMore = false, isGrouped = true } = {}): void {
  render(
    <VirtualList
      label="Records"
      items={rows}
      keyOf={({ id }) => id}
      rowHeight={HEIGHT}
      hasMore={hasMore}
      onEndReached={() => {}}
      renderRow={({ id }) => <button type="button">{id}</button>}
      {...(isGrouped && {
        groupOf: ({ month }: Row) => month,
        renderGroup: ({ month }: Row) => ({ label: month, total: '+5 USDT' }),
      })}
    />,
  );
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

/** By what `aria-labelledby` and `aria-label` say. */
function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const parts = ids.map((id) => {
    const part = document.getElementById(id);
    return part?.getAttribute('aria-label') ?? part?.textContent ?? '(nothing)';
  });
  return parts.length > 0 ? parts.join(' ') : (element.getAttribute('aria-label') ?? '');
}

/** Every row that exists: which it is, its place, and of how many. */
const places = () =>
  all('[role="listitem"]').map((row) => [
    row.textContent,
    Number(row.getAttribute('aria-posinset')),
    Number(row.getAttribute('aria-setsize')),
  ]);

async function scrollTo(top: number): Promise<void> {
  await act(async () => {
    window.scrollTo(0, top);
    window.dispatchEvent(new Event('scroll'));
  });
}

beforeEach(() => scrollTo(0));

describe('a virtual list', () => {
  it('tells of each row its place in its month and how many there are', async () => {
    show(ROWS);
    await until(() => expect(places().length).toBeGreaterThan(6));
    expect(places().length).toBeLessThan(30);
    expect(places().slice(0, 2)).toEqual([
      ['r1', 1, 30],
      ['r2', 2, 30],
    ]);
    await scrollTo(200 * HEIGHT);
    await until(() => expect(places()).toContainEqual(['r200', 170, 400]));
    for (const [id, place] of places()) expect(id).toBe(`r${Number(place) + 30}`);
  });

  it('has headings between its lists, which are named after them', async () => {
    show(ROWS);
    await scrollTo(28 * HEIGHT);
    await until(() => expect(all('[role="list"]').map(nameOf)).toEqual(['Records Nov', 'Records Oct 25']));
    expect(all('h2').map((heading) => heading.textContent)).toEqual(['Nov+5 USDT', 'Oct 25+5 USDT']);
    expect(all('[role="list"] h2')).toEqual([]);
    for (const list of all('[role="list"]')) {
      expect([...list.children].map((child) => child.getAttribute('role'))).toEqual(
        [...list.children].map(() => 'listitem'),
      );
    }
    expect(all('[role="group"]').map(nameOf)).toEqual(['Records']);
  });

  it('does not claim to know the size of a month that goes on', async () => {
    show(ROWS, { hasMore: true });
    await scrollTo(28 * HEIGHT);
    await until(() => expect(places()).toContainEqual(['r31', 1, -1]));
    expect(places()).toContainEqual(['r30', 30, 30]);
  });
});
