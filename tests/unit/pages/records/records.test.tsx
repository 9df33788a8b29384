import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import Orders from '../../../../src/pages/custody/Orders';
import Statement from '../../../../src/pages/records/Statement';
import { find } from '../../support/render';
import { FakeWorker } from '../fake-worker';
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
