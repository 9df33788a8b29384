import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import MachinePage from '../../../../src/pages/machines/Machine';
import Machines from '../../../../src/pages/machines/Machines';
import Mining from '../../../../src/pages/machines/Mining';
import Tickets from '../../../../src/pages/machines/Tickets';
import { find, press, type } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { named, open, tap, text, until, untilText } from '../support';

const DAY_MS = 86_400_000;
const DAY = Date.UTC(2026, 10, 20);
const TOTAL: NonNullable<CallOutput<'machineModels'>['latest']> = {
  day: DAY,
  receipts: '10.000000',
  fee: '1.000000',
  output: '9.000000',
  machines: 4,
  hashrate: 80,
  perT: '0.112500',
};
const MODEL: CallOutput<'machineInfo'>['model'] = {
  id: 't10',
  version: 3,
  hashrate: 10,
  price: '200.000000',
  tickets: 20,
  payments: ['usdt', 'tickets', 'both'],
  termDays: 365,
  isOpen: true,
  stock: 7,
};
const LIST: CallOutput<'machineModels'> = {
  models: [MODEL, { ...MODEL, id: 't50', hashrate: 50, price: '950.000000', tickets: 95, stock: 0 }],
  serviceFeeRate: '0.1',
  latest: TOTAL,
  ticketsAvailable: 13,
  ownHashrate: 60,
};
const INFO: CallOutput<'machineInfo'> = {
  model: MODEL,
  serviceFeeRate: '0.1',
  days: [TOTAL],
  available: '150.000000',
  ticketsAvailable: 13,
};
const MACHINE: CallOutput<'buyMachine'>['machine'] = {
  id: '41',
  modelId: 't10',
  hashrate: 10,
  price: '100.000000',
  tickets: 10,
  boughtAt: DAY + 3_600_000,
  startsAt: DAY + DAY_MS,
  endsAt: DAY + 366 * DAY_MS,
  status: 'running',
  credited: '1.125000',
  pending: '0.000000',
  days: 1,
  journalId: '12',
};
const QUOTE = (tickets: number): CallOutput<'machineQuote'> => ({
  model: MODEL,
  tickets,
  price: `${200 - tickets * 10}.000000`,
  startsAt: DAY + DAY_MS,
  endsAt: DAY + 366 * DAY_MS,
  serviceFeeRate: '0.1',
  available: INFO.available,
  ticketsAvailable: INFO.ticketsAvailable,
});
const DAYS: CallOutput<'miningDays'>['items'] = [
  { id: '2026-11-20', day: DAY, machines: 1, hashrate: 10, amount: '1.125000', status: 'credited', total: TOTAL },
  {
    id: '2026-11-19',
    day: DAY - DAY_MS,
    machines: 1,
    hashrate: 10,
    amount: '0.000000',
    status: 'no-receipts',
    total: null,
  },
];
const TICKET: CallOutput<'machineTickets'>['items'][number] = {
  id: '9',
  status: 'used',
  source: 'promotion',
  reason: 'Spring',
  grantedAt: DAY,
  usedAt: DAY + 1,
  machineId: '41',
  hashrate: 10,
};
const page = <T,>(items: T[]) => ({ items, nextCursor: null });

function show(Page: Parameters<typeof open>[0], changes: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({
    machineModels: () => LIST,
    machineInfo: () => INFO,
    machineQuote: ({ tickets }) => QUOTE(tickets),
    buyMachine: () => ({ machine: MACHINE }),
    miningRecords: () => page([MACHINE]),
    miningSummary: () => ({
      running: 1,
      hashrate: 10,
      credited: '1.125000',
      pending: '0.000000',
      serviceFeeRate: '0.1',
      latest: TOTAL,
    }),
    miningDays: () => page(DAYS),
    machineTickets: () => page([TICKET]),
    ...changes,
  });
  open(Page, worker);
  return worker;
}
const pay = (way: 'usdt' | 'tickets' | 'both') =>
  act(async () => find<HTMLInputElement>(`input[value="${way}"]`).click());
const next = () => named('Next: trade password') as HTMLButtonElement;

async function confirm(): Promise<void> {
  await until(() => expect(next().disabled).toBe(false));
  await tap('Next: trade password');
  await untilText('Confirm purchase');
  for (const digit of '246810') press(find<HTMLElement>('dialog'), digit);
  await act(async () => {});
}

describe('machines on sale', () => {
  it('shows prices, stock, one’s own, and what the latest receipts came to', async () => {
    show(Machines);
    await untilText('10 T', '200.00 USDT', 'or 20 tickets', '7 left', 'sold out', 'nothing is promised');
    await untilText('My machines', '60 T', 'My tickets', '13', 'Service fee', '0.112500 USDT');
    expect(named('50 T').getAttribute('href')).toBe(`#${paths.machine}?id=t50`);
  });

  it('says that there is no output without receipts', async () => {
    show(Machines, { machineModels: () => ({ ...LIST, models: [], latest: null }) });
    await untilText('Machines appear here as soon as some are on sale.', 'Without receipts there is no output.');
  });
});

describe('one machine', () => {
  beforeEach(() => appHistory.replace(`${paths.machine}?id=t10`));

  it('is bought with tickets and USDT at the quote that was confirmed', async () => {
    const worker = show(MachinePage);
    await untilText('7 in stock', 'A purchase cannot be undone.', 'Receipts so far');
    await pay('both');
    expect(next().disabled).toBe(true);
    type(find<HTMLInputElement>('input[inputmode=decimal]'), '10');
    await untilText('100.000000 USDT', '10 tickets');
    await confirm();
    await untilText('Bought', 'It runs from');
    expect(worker.inputsOf('buyMachine')).toEqual([{ id: 't10', version: 3, tickets: 10, tradePassword: '246810' }]);
  });

  it('refuses more than there is before anything is sent', async () => {
    const worker = show(MachinePage);
    await untilText('More than the cash account has');
    expect(next().disabled).toBe(true);
    await pay('tickets');
    await untilText('You have too few tickets for that');
    expect([next().disabled, worker.inputsOf('buyMachine')]).toEqual([true, []]);
  });

  it('shows the terms of now when those that were confirmed have changed', async () => {
    let version = 3;
    const worker = show(MachinePage, {
      machineInfo: () => ({
        ...INFO,
        model: { ...MODEL, version, price: version === 3 ? '200.000000' : '180.000000' },
      }),
      buyMachine: () => {
        version = 4;
        return refusal('stale-version', { current: { ...MODEL, version: 4 } });
      },
    });
    await untilText('7 in stock');
    await pay('both');
    type(find<HTMLInputElement>('input[inputmode=decimal]'), '10');
    await confirm();
    await untilText('The terms have changed meanwhile.', '180.000000 USDT');
    expect(worker.inputsOf('buyMachine')).toHaveLength(1);
  });

  it('offers nothing that is sold out or off sale', async () => {
    show(MachinePage, { machineInfo: () => ({ ...INFO, model: { ...MODEL, stock: 0 } }) });
    await untilText('Sold out', 'Receipts so far');
    expect(text()).not.toContain('trade password');
  });
});

describe('mining records', () => {
  beforeEach(() => appHistory.replace(paths.miningRecords));

  it('list the days, those without receipts too, and open a day with its figures', async () => {
    show(Mining);
    await untilText('Output so far', '1 running machine', 'No receipts', 'Credited');
    await tap('No receipts');
    await untilText('No mining receipts were recorded for this day, so there is no output.');
  });

  it('list the machines with what they have mined', async () => {
    appHistory.replace(`${paths.miningRecords}?show=machines`);
    show(Mining);
    await untilText('Running', '+1.125000 USDT', 'ends');
    await tap('ends');
    await untilText('Days with receipts', 'Price paid', '100.000000 USDT');
  });
});

it('lists tickets, and which machine one has paid for', async () => {
  appHistory.replace(paths.tickets);
  show(Tickets);
  await untilText('Promotion', 'Used', '10 T');
  await tap('Promotion');
  await untilText('Spring', 'Open the machine');
});
