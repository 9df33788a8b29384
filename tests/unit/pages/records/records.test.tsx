import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import SidePanel from '../../../../src/app/SidePanel';
import Orders from '../../../../src/pages/custody/Orders';
import Statement from '../../../../src/pages/records/Statement';
import { find } from '../../support/render';
import { FakeWorker, refusal } from '../fake-worker';
import { goodHandlers } from '../fixtures';
import { open, opened, tap, until, untilText } from '../support';

describe('the statement', () => {
  beforeEach(() => appHistory.replace('/pages/blance_record/blance_record'));

  it('tells an empty filter from an empty account, and clears it', async () => {
    appHistory.replace('/pages/blance_record/blance_record?kind=adjustment');
    const worker = opened(Statement, goodHandlers());
    await untilText('No match');
    worker.handlers.accountStatement = () => ({});
    await tap('Clear filters');
    await untilText('Data is empty', 'Every posting on this account will appear here.');
    expect(appHistory.address.search).toBe('');
  });
});

describe('custody orders', () => {
  it.each([
    ['?status=expired', { limit: 20, status: 'expired' }],
    ['?status=nonsense', { limit: 20 }],
    ['', { limit: 20 }],
  ])('take their status from the link: %s', async (query, asked) => {
    const worker = new FakeWorker(goodHandlers());
    appHistory.replace(`/pages/blance_record/blance_record1${query}`);
    open(Orders, worker);
    await until(() => expect(worker.inputsOf('custodyOrders')[0]).toEqual(asked));
  });

  it('open the order that a link names, also from a later page', async () => {
    const worker = new FakeWorker(goodHandlers());
    const good = worker.handlers.custodyOrders;
    worker.handlers.custodyOrders = (input, options) => (good ? good({ ...input, limit: 2 }, options) : { items: [] });
    appHistory.replace('/pages/blance_record/blance_record1?id=60');
    open(Orders, worker);
    await until(() => expect(find('dialog').textContent).toContain('Expired · matured'));
    expect(appHistory.address.search).toBe('');
  });
});

describe('an order that a link names but that cannot be read', () => {
  it('is given up after the failure and not asked for again and again', async () => {
    const worker = new FakeWorker(goodHandlers());
    const good = worker.handlers.custodyOrders;
    worker.handlers.custodyOrders = (input, options) =>
      input.cursor !== undefined || !good ? refusal('offline') : good({ ...input, limit: 2 }, options);
    appHistory.replace('/pages/blance_record/blance_record1?id=60');
    open(Orders, worker);
    await untilText('Could not load more');
    expect(worker.inputsOf('custodyOrders').length).toBeLessThan(6);
    expect(document.querySelector('dialog')).toBeNull();
  });
});

describe('the side panel', () => {
  it('lists the newest postings and notices; a posting opens with its journal', async () => {
    opened(SidePanel, goodHandlers());
    await untilText('Recent postings', '−3,500.00', 'Custody interest is credited at 00:00 UTC.');
    await tap('Custody placed');
    await untilText('4998', '−3,500.000000');
    await tap('Open the order');
    await until(() => expect(appHistory.address).toEqual({ path: paths.custodyOrders, search: 'id=71' }));
  });
});
