/** A long chat: few of its rows exist, it begins and stays at its end, and who reads farther up keeps their place. */
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { ChatRows, type ChatRowsProps } from '../../../../src/pages/chat/ChatRows';
import { until } from '../../support/until';
import { giveHeights } from '../../support/heights';
import { find, render } from '../../support/render';

interface Row {
  key: string;
}

const SCREEN_PX = 400;
giveHeights({ list: SCREEN_PX });

/** The rows from this number to that one. */
const rowsOf = (from: number, to: number): Row[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ key: `m${from + at}` }));

const whole: ChatRowsProps<Row> = {
  label: 'Messages',
  rows: [],
  renderRow: ({ key }) => key,
  startsAt: null,
  hasMore: false,
  isLoadingMore: false,
  loadFailed: false,
  onStartReached: () => {},
  said: 0,
};

function show(given: Partial<ChatRowsProps<Row>>) {
  const { rerender } = render(<ChatRows {...whole} {...given} />);
  return (next: Partial<ChatRowsProps<Row>>) => rerender(<ChatRows {...whole} {...next} />);
}

const log = () => find('[role="log"]');
const shown = () => [...document.querySelectorAll<HTMLElement>('[role="listitem"]')];
const keys = () => shown().map(({ textContent }) => textContent);
const distanceFromEnd = () => log().scrollHeight - SCREEN_PX - log().scrollTop;

/** How far below the screen's top a row is. */
function topOf(key: string): number {
  const row = shown().find(({ textContent }) => textContent === key);
  const [, start] = /translateY\((\d+)px\)/.exec(row?.style.transform ?? '') ?? [];
  return Number(start) - log().scrollTop;
}

async function scrollTo(top: number): Promise<void> {
  await act(async () => log().scrollTo({ top }));
}

/** The end is there, and all rows near it. */
async function untilAtEnd(last: string): Promise<void> {
  await until(() => {
    expect(keys().at(-1)).toBe(last);
    expect(keys().length).toBeGreaterThan(SCREEN_PX / 40);
    expect(distanceFromEnd()).toBe(0);
  });
}

it('begins at its end, with the rows near it alone', async () => {
  show({ rows: rowsOf(1, 1_000) });
  await untilAtEnd('m1000');
  expect(keys().length).toBeLessThan(40);
  expect(shown().at(-1)?.getAttribute('aria-posinset')).toBe('1000');
});

it('asks for older rows once per length, near its beginning alone', async () => {
  const onStartReached = vi.fn();
  const given = { rows: rowsOf(201, 400), hasMore: true, onStartReached };
  const change = show(given);
  await untilAtEnd('m400');
  expect(onStartReached).not.toHaveBeenCalled();
  await scrollTo(2 * SCREEN_PX);
  await scrollTo(SCREEN_PX);
  expect(onStartReached).toHaveBeenCalledTimes(1);
  change({ ...given, rows: rowsOf(181, 400) });
  await scrollTo(0);
  await until(() => expect(onStartReached).toHaveBeenCalledTimes(2));
});

it('keeps the reader’s place when older rows come in above, also at the very beginning', async () => {
  const given = { rows: rowsOf(201, 400), hasMore: true };
  const change = show(given);
  await untilAtEnd('m400');
  await scrollTo(0);
  await until(() => expect(keys()).toContain('m201'));
  const before = topOf('m201');
  change({ ...given, rows: rowsOf(101, 400) });
  await until(() => expect(topOf('m201')).toBe(before));
  expect(log().scrollTop).toBeGreaterThan(99 * 40);
});

it('follows new rows from the end, leaves a reader farther up alone, and shows the end to who says something', async () => {
  const change = show({ rows: rowsOf(1, 200) });
  await untilAtEnd('m200');
  change({ rows: rowsOf(1, 201) });
  await untilAtEnd('m201');
  await scrollTo(3_000);
  change({ rows: rowsOf(1, 202) });
  await until(() => expect(find('[role="listitem"]').getAttribute('aria-setsize')).toBe('202'));
  expect(log().scrollTop).toBe(3_000);
  change({ rows: rowsOf(1, 203), said: 1 });
  await untilAtEnd('m203');
});

it('tells when older rows could not be loaded, and tries again', async () => {
  const onStartReached = vi.fn();
  show({ rows: rowsOf(1, 5), hasMore: true, loadFailed: true, onStartReached });
  act(() => find('[role="status"] button').click());
  expect(onStartReached).toHaveBeenCalledTimes(1);
});
