import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Assets from '../../../../src/pages/assets/Assets';
import { find } from '../../support/render';
import { FakeWorker } from '../fake-worker';
import { ASSETS, goodHandlers } from '../fixtures';
import { named, open, tap, text, until, untilText } from '../support';

beforeEach(() => appHistory.replace('/pages/my/my'));

describe('Assets', () => {
  it('shows every asset in full precision and leads to deposit, withdrawal and exchange', async () => {
    open(Assets, new FakeWorker(goodHandlers()));
    await untilText('6,310.520000', '12,500.00000000', '12,000.000000', 'Guide price 0.8264');
    expect(named('Deposit').getAttribute('href')).toBe(`#${paths.deposit}`);
    expect(named('Exchange').getAttribute('href')).toBe(`#${paths.exchange}`);
    expect(named('Withdraw').getAttribute('href')).toBe(`#${paths.withdraw}`);
  });

  it('says where the value of RAB comes from', async () => {
    open(Assets, new FakeWorker(goodHandlers()));
    await untilText('Guide price 0.8264');
    await tap('RAB');
    await until(() => expect(find('dialog').textContent).toContain("Operator's reference price"));
    expect(find('dialog').textContent).toContain('≈ 10,330.000000 USDT');
  });

  it('describes the curve in a sentence and as a table, by period', async () => {
    open(Assets, new FakeWorker(goodHandlers()));
    await untilText('View as table');
    expect(find('[role=img][aria-label*=highest]').getAttribute('aria-label')).toContain(
      'from 24,828.12 to 28,640.52 USDT, lowest 24,828.12, highest 28,640.52',
    );
    await act(async () => find<HTMLInputElement>('[role=radiogroup] input').click());
    expect(find('[role=img][aria-label*=highest]').getAttribute('aria-label')).toContain('from 27,100.12');
    await tap('View as table');
    await until(() => expect(document.querySelectorAll('dialog tbody tr')).toHaveLength(8));
    expect(find('dialog tbody tr').textContent).toContain('28,640.52');
  });

  it('starts without a curve on the first day', async () => {
    const worker = new FakeWorker({
      ...goodHandlers(),
      assets: () => ({ ...ASSETS, equity: ASSETS.equity.slice(-1) }),
    });
    open(Assets, worker);
    await untilText('starts here tomorrow');
    expect(text()).not.toContain('View as table');
  });

  it('stamps each card with its age without a connection', async () => {
    const worker = new FakeWorker(goodHandlers());
    open(Assets, worker);
    await untilText('6,310.520000');
    expect(text()).not.toContain('as of');
    worker.emit({ type: 'connection', online: false });
    await until(() => expect(text().match(/as of/g)).toHaveLength(3));
  });
});
