/** Records of any list as a file: CSV as spreadsheets read it, PDF as readers do, whatever the number of rows. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls, type CallOutput } from '../../../contract/index';
import type { RecordColumn, RecordsFileRequest } from '../../../worker/api';
import type { RowSource } from '../../../worker/statement/collect';
import type { AnyRecord } from '../../../worker/statement/records';
import { recordsFile } from '../../../worker/statement/statements';
import { Sums } from '../../../worker/statement/sums';
import { isoTime, timeText } from '../../../worker/statement/times';
import { IS_LONG } from '../../support/seed';
import { demoDevice, loggedIn } from '../support/demo-gateway';
import type { Device, Tab } from '../support/harness';
import { readPdf } from '../support/pdf';
import { pageOf } from '../support/test-gateway';
import { done, linesOf } from './files';

const FIRST_AT = Date.UTC(2026, 8, 1);
const at = (index: number) => FIRST_AT + index * 60_000;

const COLUMNS: RecordColumn[] = [
  { title: 'Time', fields: ['createdAt'], as: 'time', share: 2 },
  { title: 'Amount', fields: ['amount'], as: 'figure', unit: 'USDT', isSummed: true, share: 2 },
  { title: 'Status', fields: ['status'], as: 'text', names: { success: 'Paid', failed: '=Failed' }, share: 1 },
  { title: 'To', fields: ['target.address', 'target.cardLast4'], as: 'text', share: 2 },
  { title: 'Reason', fields: ['reason'], as: 'text', share: 2 },
];

function request(changes: Partial<RecordsFileRequest> = {}): RecordsFileRequest {
  return {
    call: 'withdrawals',
    filters: {},
    fields: {},
    from: at(0),
    until: at(1_000_000),
    format: 'csv',
    columns: COLUMNS,
    counts: { field: 'status', values: ['success'] },
    texts: {
      lang: 'en',
      fonts: 'sans-serif',
      title: 'Withdrawals',
      owner: 'Account: de***@rab.example',
      period: 'Period: {from} – {to} ({zone})',
      asOf: 'Data as of {time}',
      incomplete: 'Incomplete: nothing from before {time}',
      noRecords: 'No records in this period',
      page: 'Page {page} of {pages}',
      total: 'Total (Paid)',
    },
    ...changes,
  };
}

describe('a list of the gateway', () => {
  type Row = CallOutput<'withdrawals'>['items'][number];
  let device: Device;
  let tab: Tab;
  let rows: Row[];

  const withdrawal = (index: number): Row => ({
    id: String(index + 1),
    status: index % 5 === 4 ? 'failed' : 'success',
    amount: `${index + 1}.000001`,
    fee: '1',
    total: `${index + 2}.000001`,
    target: {
      kind: index % 2 === 0 ? 'chain' : 'bank',
      network: index % 2 === 0 ? 'BEP20' : null,
      isTest: true,
      address: index % 2 === 0 ? `0x${index}` : null,
      bankName: index % 2 === 0 ? null : 'A bank',
      cardLast4: index % 2 === 0 ? null : '0042',
      holderName: null,
    },
    createdAt: at(index),
    closedAt: at(index),
    canCancel: false,
    reason: ['=1+1', '+1', '-1', '@a', '\t=1', 'a "b", c\r\nd'][index] ?? null,
    txId: null,
    confirmations: 0,
    confirmationsNeeded: 0,
    paymentReference: null,
    steps: [],
    journalId: null,
  });

  beforeEach(async () => {
    ({ device } = demoDevice());
    device.gateway.on(calls.withdrawals.uri, (received) => {
      const { status } = received.inner.params;
      const wanted = rows.toReversed().filter((row) => status === undefined || row.status === status);
      return pageOf(wanted, received);
    });
    tab = await loggedIn(device);
    rows = Array.from({ length: 250 }, (_, index) => withdrawal(index));
  });

  test('is loaded as far as the period goes, oldest first, totals last, nothing of it a formula', async () => {
    const made = await tab.api.makeStatement('s', request({ until: at(200) }));
    expect(done(made)).toMatchObject({ rows: 200, coveredFrom: null });
    const [head, ...lines] = await linesOf(made);
    expect(head).toEqual(['Time', 'Amount (USDT)', 'Status', 'To', 'Reason']);
    expect(lines).toHaveLength(201);
    expect(lines[0]).toEqual([isoTime(at(0)), '1.000001', 'Paid', '0x0', "'=1+1"]);
    expect(lines.slice(1, 6).map((line) => line.slice(2))).toEqual([
      ['Paid', '0042', "'+1"],
      ['Paid', '0x2', "'-1"],
      ['Paid', '0042', "'@a"],
      ["'=Failed", '0x4', "'\t=1"],
      ['Paid', '0042', 'a "b", c\r\nd'],
    ]);
    // 160 of 200 are paid: 1 … 200 without every fifth.
    expect(lines.at(-1)).toEqual(['Total (Paid)', '16000.000160', '', '', '']);
  });

  test('offline the file has what is kept, and says so', async () => {
    await tab.api.invoke('withdrawals', { limit: 100 });
    device.gateway.isReachable = false;
    device.hintOnline(false);
    const made = await tab.api.makeStatement('s', request());
    expect(done(made)).toMatchObject({ rows: 100, coveredFrom: at(150) });
    expect((await linesOf(made))[1]?.[0]).toBe(`Incomplete: nothing from before ${isoTime(at(150))}`);
  });
});

describe('a PDF of many rows', () => {
  const COUNT = IS_LONG ? 50_000 : 5_000;
  const units = (index: number) => BigInt(index) * 7_919n + 1n;
  const decimal = (value: bigint) => `${value / 1_000_000n}.${String(value % 1_000_000n).padStart(6, '0')}`;
  const record = (index: number): AnyRecord => ({
    id: String(index),
    createdAt: at(index),
    amount: decimal(units(index)),
    status: index % 3 === 0 ? 'failed' : 'success',
    target: { address: `0x${index}` },
  });
  const expected = Array.from({ length: COUNT }, (_, index) => index)
    .filter((index) => index % 3 !== 0)
    .reduce((sum, index) => sum + units(index), 0n);

  /** Everything is on the device; newest first, a hundred at a time. */
  const source: RowSource<AnyRecord> = {
    find: async (_query, after) => {
      const next = after ? after.sort : COUNT;
      const items = Array.from({ length: Math.min(100, next) }, (_, back) => record(next - 1 - back));
      const position = { sort: next - items.length, order: '' };
      return {
        ok: true,
        page: {
          items,
          position,
          isEnd: position.sort === 0,
          looked: items.length,
          total: after ? null : COUNT,
          asOf: at(COUNT),
          isStale: false,
          newestAt: at(COUNT - 1),
          oldestAt: at(0),
          olderCursor: null,
        },
      };
    },
    load: async () => true,
    pause: async () => {},
    isOnline: () => false,
  };
  const making = { tell: () => {}, signal: new AbortController().signal };

  // Node has no canvas: paper that is as small as can be, so that what is counted is the rows.
  const before = globalThis.OffscreenCanvas;
  class Paper {
    readonly width = 2;
    readonly height = 2;
    getContext() {
      return {
        canvas: this,
        setTransform() {},
        fillRect() {},
        scale() {},
        fillText() {},
        measureText: (text: string) => ({ width: text.length * 2 }),
        getImageData: () => ({ data: new Uint8ClampedArray(16).fill(255) }),
      };
    }
  }
  beforeAll(() => void Object.assign(globalThis, { OffscreenCanvas: Paper }));
  afterAll(() => void Object.assign(globalThis, { OffscreenCanvas: before }));

  test('has each once, in order, over as many pages as it takes, with the exact total', async () => {
    const told: number[] = [];
    const made = await recordsFile(source, request({ format: 'pdf' }), {
      ...making,
      tell: (drawn) => told.push(drawn),
    });
    expect(done(made).rows).toBe(COUNT);
    const { pages, title } = readPdf(new Uint8Array(await done(made).file.arrayBuffer()));
    expect(title).toBe('Withdrawals');
    const words = pages.flatMap(({ text }) => text);
    const addresses = words.filter((word) => word.startsWith('0x'));
    expect(addresses).toEqual(Array.from({ length: COUNT }, (_, index) => `0x${index}`));
    const [whole = '', fraction] = decimal(expected).split('.');
    expect(words).toContain(`${Number(whole).toLocaleString('en')}.${fraction}`);
    expect(words.at(-1)).toBe(`Page ${pages.length} of ${pages.length}`);
    expect(pages.every(({ text }) => text.includes('Time'))).toBe(true);
    expect(words).toContain(timeText(at(COUNT - 1)));
    expect(told.at(-1)).toBe(COUNT);
  });
});

test('units are never mixed, and sums are exact', () => {
  const sums = new Sums();
  sums.add('USDT', 1, '0.1');
  sums.add('USDT', 1, '-0.000003');
  sums.add('CNY', 1, '7.20');
  sums.add('CNY', 2, '99999999999999999999');
  expect(sums.all().map(({ unit, sums: found }) => [unit, ...found])).toEqual([
    ['CNY', [1, '7.20'], [2, '99999999999999999999.00']],
    ['USDT', [1, '0.099997']],
  ]);
  expect(() => sums.add('CNY', 1, '1e3')).toThrow(RangeError);
});
