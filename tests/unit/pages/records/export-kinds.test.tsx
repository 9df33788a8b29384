/** Every screen of records has the same export, of what it shows (docs/rules.md §9). */
import { act, type ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { calls, type CallName } from '../../../../contract/index';
import CustodyChanges from '../../../../src/pages/custody/Changes';
import CustodyOrders from '../../../../src/pages/custody/Orders';
import Deposits from '../../../../src/pages/deposit/Records';
import Exchanges from '../../../../src/pages/exchange/Records';
import Income from '../../../../src/pages/records/Income';
import Slips from '../../../../src/pages/records/Slips';
import RabOrders from '../../../../src/pages/trade/RabOrders';
import UsdtOrders from '../../../../src/pages/trade/UsdtOrders';
import Withdrawals from '../../../../src/pages/withdraw/Records';
import type { RecordsFileRequest } from '../../../../worker/api';
import { FakeWorker, type Handlers } from '../fake-worker';
import { open, tap, until, untilText } from '../support';

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
  async function ordered(format: 'CSV (spreadsheet)' | 'PDF (print)'): Promise<RecordsFileRequest> {
    appHistory.replace(address);
    const worker = new FakeWorker({ [call]: () => ({ items: [], nextCursor: null }) } as Handlers);
    worker.statement = () => new Promise(() => {});
    open(Page, worker);
    await tap('Export records');
    await untilText('Make the file');
    await act(async () =>
      [...document.querySelectorAll('dialog label')]
        .find((element) => element.textContent === format)
        ?.querySelector('input')
        ?.click(),
    );
    await tap('Make the file');
    await until(() => expect(worker.statements).toHaveLength(1));
    return worker.statements[0]?.request as RecordsFileRequest;
  }

  it('is ordered as the screen shows it, as CSV and as PDF', async () => {
    const csv = await ordered('CSV (spreadsheet)');
    expect(csv).toMatchObject({ call, format: 'csv', filters: {}, fields: {}, ...narrowed });
    expect(csv.columns[0]).toMatchObject({ title: 'Time', as: 'time' });
    expect(csv.texts.total).toMatch(/^Total/);
  });

  it('as PDF too', async () => {
    expect(await ordered('PDF (print)')).toMatchObject({ call, format: 'pdf' });
  });

  it('names fields that its records have', async () => {
    const known = fieldsOf(call);
    for (const { fields } of (await ordered('CSV (spreadsheet)')).columns)
      for (const field of fields) for (const part of field.split('.')) expect(known).toContain(`"${part}"`);
  });
});
