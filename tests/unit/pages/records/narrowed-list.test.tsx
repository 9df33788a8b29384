/** A list that the gateway narrows, and the device where the gateway is away (src/pages/records/useNarrowedList.ts). */
import { act, useEffect, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { toldNotices, type ToldNotice } from '../../../../contract/calls/telling';
import { useNarrowedList } from '../../../../src/pages/records/useNarrowedList';
import { FakeWorker, refusal } from '../fake-worker';
import { open, until } from '../support';

const notice = (id: string, category: string): ToldNotice => ({
  id,
  category,
  kind: 'otc-paid',
  subjectId: id,
  at: Number(id),
  isRead: false,
  reason: null,
});
const ALL = [notice('3', 'money'), notice('2', 'orders'), notice('1', 'money')];

type Category = 'money' | 'orders';
let worker: FakeWorker;
/** The list as it was rendered last, and the way to narrow it. */
const shown: {
  list?: ReturnType<typeof useNarrowedList<typeof toldNotices>>;
  narrow?: (category: Category | null) => void;
} = {};
let isEnabled: boolean;

function List() {
  const [category, setCategory] = useState<Category | null>('money');
  const list = useNarrowedList(toldNotices, category === null ? {} : { category }, { enabled: isEnabled });
  useEffect(() => void Object.assign(shown, { list, narrow: setCategory }), [list, setCategory]);
  return null;
}

const ids = () => shown.list?.list.items?.map(({ id }) => id);
const offline = () => ({ ...refusal('offline'), retryable: true });

beforeEach(() => {
  isEnabled = true;
  worker = new FakeWorker({
    toldNotices: ({ category }) => ({
      items: ALL.filter((one) => category === undefined || one.category === category),
    }),
  });
});

describe('with a connection', () => {
  it('the gateway narrows, and the device is not searched', async () => {
    open(List, worker);
    await until(() => expect(ids()).toEqual(['3', '1']));
    expect(shown.list?.search).toBeUndefined();
    expect(worker.searches).toEqual([]);
  });
});

describe('in airplane mode', () => {
  /** Only the whole list is kept. */
  const keepWhole = () => {
    worker.handlers.toldNotices = ({ category }) => (category === undefined ? { items: ALL } : offline());
    worker.emit({ type: 'connection', online: false });
  };

  it('the device narrows the whole list by the fields, where it has never had the narrowed one', async () => {
    worker.handlers.toldNotices = offline;
    open(List, worker);
    await until(() => expect(shown.list?.list.error?.code).toBe('offline'));
    keepWhole();
    await until(() => expect(ids()).toEqual(['3', '1']));
    expect(shown.list?.search).toBe(shown.list?.list);
    expect(worker.searches[0]).toMatchObject({
      name: 'toldNotices',
      filters: {},
      request: { query: { fields: { category: 'money' } } },
    });
    act(() => shown.narrow?.('orders'));
    await until(() => expect(ids()).toEqual(['2']));
  });
});
