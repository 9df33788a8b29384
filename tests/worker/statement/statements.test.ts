import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { calls, type CallOutput } from '../../../contract/index';
import { ASSETS, toAmount, toUnits, type AssetCode } from '../../../contract/money';
import type { StatementFileRequest } from '../../../worker/api';
import { Flows } from '../../../worker/statement/flows';
import { isoTime } from '../../../worker/statement/times';
import { BOB_LOGIN, demoDevice, loggedIn } from '../support/demo-gateway';
import type { Device, Tab } from '../support/harness';
import { pageOf } from '../support/test-gateway';
import { done, linesOf, TEXTS } from './files';

type Posting = CallOutput<'accountStatement'>['items'][number];

const FIRST_AT = Date.UTC(2026, 8, 1);
const HOUR = 3_600_000;
const at = (index: number) => FIRST_AT + index * HOUR;

let device: Device;
let tab: Tab;
/** Oldest first. */
let postings: Posting[];
let asked: unknown[];

/** Postings whose balances follow from their amounts; every 40th is RAB. */
function history(count: number): Posting[] {
  const balances: Record<AssetCode, bigint> = { USDT: 0n, RAB: 0n };
  return Array.from({ length: count }, (_, index) => {
    const asset = index % 40 === 7 ? 'RAB' : 'USDT';
    const units = index % 3 === 2 ? -BigInt(index * 1_000 + 7) : BigInt(index * 1_000 + 900_001);
    balances[asset] += units;
    return {
      id: String(index + 1),
      createdAt: at(index),
      asset,
      kind: index % 3 === 2 ? 'custody-place' : 'custody-interest',
      amount: toAmount(units, asset),
      balanceAfter: toAmount(balances[asset], asset),
      reference: index % 3 === 2 ? `=${index}` : null,
      journalId: String(index),
    };
  });
}

beforeEach(async () => {
  ({ device } = demoDevice());
  asked = [];
  device.gateway.on(calls.accountStatement.uri, (request) => {
    asked.push(request.inner.params['cursor']);
    return pageOf(postings.toReversed(), request);
  });
  tab = await loggedIn(device);
});

function fileRequest(from: number, until: number, changes: Partial<StatementFileRequest> = {}): StatementFileRequest {
  return { account: 'cash', asset: null, from, until, format: 'csv', texts: TEXTS, ...changes };
}

const records = (lines: string[][]) => lines.filter(([, , kind]) => !/balance|Incomplete/.test(kind ?? ''));

describe('with a connection', () => {
  test('what is missing of the period is loaded, oldest first, between opening and closing balance', async () => {
    postings = history(650);
    const made = await tab.api.makeStatement('s', fileRequest(at(100), at(400)));
    expect(done(made)).toMatchObject({ rows: 300, coveredFrom: null });
    // No further back than the period begins.
    expect(asked).toEqual([undefined, 'c100', 'c200', 'c300', 'c400', 'c500']);
    const [, ...lines] = await linesOf(made);
    expect(records(lines).map(([, , , , , , journal]) => journal)).toEqual(
      postings.slice(100, 400).map(({ journalId }) => journalId),
    );
    expect(records(lines)[2]).toEqual([
      isoTime(at(102)),
      'USDT',
      'Custody interest',
      postings[102]?.amount,
      postings[102]?.balanceAfter,
      '',
      '102',
    ]);
    // Formula-like references are defused.
    expect(records(lines)[1]?.[5]).toBe("'=101");
    const before = (asset: AssetCode, end: number) =>
      postings.slice(0, end).findLast((row) => row.asset === asset)?.balanceAfter;
    expect(lines.slice(0, 2)).toEqual([
      [isoTime(at(100)), 'USDT', 'Opening balance', '', before('USDT', 100), '', ''],
      [isoTime(at(100)), 'RAB', 'Opening balance', '', before('RAB', 100), '', ''],
    ]);
    expect(lines.slice(-2)).toEqual([
      [isoTime(at(400)), 'USDT', 'Closing balance', '', before('USDT', 400), '', ''],
      [isoTime(at(400)), 'RAB', 'Closing balance', '', before('RAB', 400), '', ''],
    ]);
  });

  test('one asset, and one that rested', async () => {
    postings = history(60);
    const [, ...rab] = await linesOf(await tab.api.makeStatement('s', fileRequest(at(0), at(60), { asset: 'RAB' })));
    expect(records(rab).map(([, asset]) => asset)).toEqual(['RAB', 'RAB']);
    const [, ...rested] = await linesOf(await tab.api.makeStatement('s', fileRequest(at(10), at(20))));
    const seventh = postings[7]?.balanceAfter;
    expect(rested.filter(([, asset]) => asset === 'RAB').map(([, , , , balance]) => balance)).toEqual([
      seventh,
      seventh,
    ]);
  });

  test('a connection that goes leaves what there is, and the file says so', async () => {
    postings = history(500);
    device.gateway.on(calls.accountStatement.uri, (request) => {
      asked.push(request.inner.params['limit']);
      if (asked.length === 3) device.gateway.isReachable = false;
      return pageOf(postings.toReversed(), request);
    });
    const made = await tab.api.makeStatement('s', fileRequest(at(0), at(500)));
    expect(done(made)).toMatchObject({ rows: 300, coveredFrom: at(200) });
    expect(asked.slice(0, 3)).toEqual([100, 100, 100]);
  });
});

describe('offline', () => {
  test('the file holds what is kept, and says from when on and as of when', async () => {
    postings = history(300);
    await tab.api.invoke('accountStatement', { account: 'cash', limit: 100 });
    device.gateway.isReachable = false;
    device.hintOnline(false);
    const made = await tab.api.makeStatement('s', fileRequest(at(0), at(300)));
    expect(done(made)).toMatchObject({ rows: 100, coveredFrom: at(200), asOf: device.time.now() });
    const [, note, opening] = await linesOf(made);
    expect(note?.[2]).toBe(`Incomplete: nothing from before ${isoTime(at(200))} was on the device`);
    expect(opening).toEqual([isoTime(at(200)), 'USDT', 'Opening balance', '', postings[199]?.balanceAfter, '', '']);
    // The kept rows cover a shorter period wholly.
    expect(await tab.api.makeStatement('s', fileRequest(at(250), at(300)))).toMatchObject({
      rows: 50,
      coveredFrom: null,
    });
  });
});

describe('called off', () => {
  test.each([
    ['by the person', () => tab.api.cancelStatement('s')],
    ['by logging out', () => tab.api.logout()],
    ['by somebody else who logs in', () => tab.api.invoke('logInByEmail', BOB_LOGIN)],
  ])('%s, it loads nothing more and hands out nothing', async (_name, end) => {
    postings = history(900);
    let pages = 0;
    device.gateway.on(calls.accountStatement.uri, async (request) => {
      pages += 1;
      if (pages === 3) await end();
      return pageOf(postings.toReversed(), request);
    });
    const made = await tab.api.makeStatement('s', fileRequest(at(0), at(900)));
    expect(made).toMatchObject({ state: 'failed', error: { code: 'session-closed' } });
    expect(pages).toBe(3);
  });
});

test('opening + in − out = closing for every asset, to the last unit', () => {
  const move = fc.record({
    asset: fc.constantFrom<AssetCode>('USDT', 'RAB'),
    units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).filter((units) => units !== 0n),
  });
  const opening = fc.bigInt({ min: 0n, max: 10n ** 20n });
  const property = fc.property(opening, opening, fc.array(move, { maxLength: 40 }), (usdt, rab, moves) => {
    const start: Record<AssetCode, bigint> = { USDT: usdt, RAB: rab };
    const balances = { ...start };
    const rows = moves.map(({ asset, units }, index): Posting => {
      balances[asset] += units;
      const [amount, balanceAfter] = [toAmount(units, asset), toAmount(balances[asset], asset)];
      const rest = { createdAt: at(index), kind: 'adjustment', reference: null, journalId: '1' } as const;
      return { ...rest, id: String(index + 1), asset, amount, balanceAfter };
    });
    const flows = new Flows();
    for (const row of rows.toReversed()) flows.take(row);
    const all = flows.all();
    expect(all.map(({ asset }) => asset)).toEqual(
      (Object.keys(ASSETS) as AssetCode[]).filter((asset) => rows.some((row) => row.asset === asset)),
    );
    for (const { asset, opening: first, moneyIn, moneyOut, closing } of all) {
      expect(toUnits(first, asset)).toBe(start[asset]);
      expect(toUnits(closing, asset)).toBe(balances[asset]);
      expect(toUnits(first, asset) + toUnits(moneyIn, asset) - toUnits(moneyOut, asset)).toBe(toUnits(closing, asset));
    }
  });
  fc.assert(property, { numRuns: 200, verbose: 1 });
});
