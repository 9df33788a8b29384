import { act, type ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type CallName, calls } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import CustodyChanges from '../../../../src/pages/custody/Changes';
import CustodyOrders from '../../../../src/pages/custody/Orders';
import Deposits from '../../../../src/pages/deposit/Records';
import Exchanges from '../../../../src/pages/exchange/Records';
import Income from '../../../../src/pages/records/Income';
import { momentsOf, periodRange } from '../../../../src/pages/records/periods';
import Slips from '../../../../src/pages/records/Slips';
import Statement from '../../../../src/pages/records/Statement';
import RabOrders from '../../../../src/pages/trade/RabOrders';
import UsdtOrders from '../../../../src/pages/trade/UsdtOrders';
import Withdrawals from '../../../../src/pages/withdraw/Records';
import type { RecordsFileRequest } from '../../../../worker/api';
import { FakeWorker, type Handlers } from '../fake-worker';
import { open, opened, tap, text, until, untilText } from '../support';

describe('the export of a statement', () => {
  async function openSheet(): Promise<FakeWorker> {
    const worker = opened(Statement, { accountStatement: () => ({}) });
    await until(() => expect(text()).toContain('Every posting on this account'));
    await tap('Export statement');
    await untilText('Make the file');
    return worker;
  }
  const choose = (label: string) =>
    act(async () =>
      [...document.querySelectorAll('dialog label')]
        .find((element) => element.textContent === label)
        ?.querySelector('input')
        ?.click(),
    );

  it('asks for what was chosen, shows how far it is, and can be called off', async () => {
    const worker = await openSheet();
    worker.statement = () => new Promise(() => {});
    await choose('RAB');
    await choose('Last month');
    await choose('PDF (print)');
    await tap('Make the file');
    await until(() => expect(worker.statements).toHaveLength(1));
    const [asked] = worker.statements;
    const range = momentsOf(periodRange('last-month', new Date()));
    expect(asked?.request).toMatchObject({ account: 'cash', asset: 'RAB', format: 'pdf', ...range });
    expect(asked?.request.texts).toMatchObject({ title: 'Cash statement', page: 'Page {page} of {pages}' });
    worker.emit({ type: 'statement', statementId: asked?.statementId ?? '', done: 1_200, total: 5_000 });
    await untilText('1,200 of 5,000 records');
    await tap('Cancel');
    await untilText('Make the file');
  });

  it.each([
    [{ state: 'cannot-draw' }, 'cannot make PDF files'],
    [{ state: 'failed', error: { code: 'offline', retryable: false } }, 'No records are saved on this device yet.'],
    [{ state: 'failed', error: { code: 'worker-lost', retryable: true } }, 'The file could not be made.'],
    [
      { state: 'done', file: new Blob(['x']), rows: 7, asOf: 1, coveredFrom: Date.UTC(2026, 5, 7, 12) },
      'this device has the records from Jun 7, 2026',
    ],
  ] as const)('tells how it ended: %j', async (file, told) => {
    const worker = await openSheet();
    worker.statement = () => file;
    await tap('Make the file');
    await untilText(told);
  });
});

const SCREENS: [
  name: string,
  Page: ComponentType,
  address: string,
  call: CallName,
  narrowed: Partial<RecordsFileRequest>,
][] = [
  ['deposits', Deposits, '/x', 'deposits', {}],
  ['withdrawals', Withdrawals, '/x?status=failed', 'withdrawals', { filters: { status: 'failed' } }],
  ['exchanges', Exchanges, '/x', 'exchanges', {}],
  ['custody orders', CustodyOrders, '/x?status=expired', 'custodyOrders', { filters: { status: 'expired' } }],
  ['custody changes', CustodyChanges, '/x?id=7', 'custodyChanges', { filters: { orderId: '7' } }],
  ['income', Income, '/x?type=airdrop', 'incomes', { fields: { type: 'airdrop' } }],
  ['delivery slips', Slips, '/x?direction=long', 'deliverySlips', { fields: { direction: 'long' } }],
  ['RAB orders', RabOrders, '/x?side=sell', 'rabSellOrders', {}],
  ['USDT orders', UsdtOrders, '/x', 'usdtPurchases', {}],
];

/** The fields of a schema's items, whichever kind of record they are. */
function fieldsOf(call: CallName): string {
  return JSON.stringify(calls[call].output, (_key, value: unknown) =>
    typeof value === 'function' ? undefined : value,
  );
}

describe.each(SCREENS)('%s', (_name, Page, address, call, narrowed) => {
  it('are exported as the screen shows them, by fields that they have', async () => {
    appHistory.replace(address);
    const worker = new FakeWorker({ [call]: () => ({}) } as Handlers);
    worker.statement = () => new Promise(() => {});
    open(Page, worker);
    await tap('Export records');
    await untilText('Make the file');
    await tap('Make the file');
    await until(() => expect(worker.statements).toHaveLength(1));
    const csv = worker.statements[0]?.request as RecordsFileRequest;
    expect(csv).toMatchObject({ call, format: 'csv', filters: {}, fields: {}, ...narrowed });
    expect(csv.columns[0]).toMatchObject({ title: 'Time', as: 'time' });
    expect(csv.texts.total).toMatch(/^Total/);
    const known = fieldsOf(call);
    for (const field of csv.columns.flatMap(({ fields }) => fields))
      for (const part of field.split('.')) expect(known).toContain(`"${part}"`);
  });
});
