import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import AssetsReport from '../../../../src/pages/assets/AssetsReport';
import { find } from '../../support/render';
import { FakeWorker } from '../fake-worker';
import { goodHandlers } from '../fixtures';
import { open, tap, text, until, untilText } from '../support';

beforeEach(() => appHistory.replace('/pages/blance_record/blance_record12'));

describe('Assets report', () => {
  it('has every asset of both accounts in full precision, with the price of its value', async () => {
    open(AssetsReport, new FakeWorker(goodHandlers()));
    await untilText('Cash account · USDT', 'Cash account · RAB', 'Custody account · USDT');
    await untilText('6,310.520000 USDT', '12,500.00000000 RAB', '12,000.000000 USDT', "Operator's reference price");
    expect(text()).toContain('Total value28,640.52');
  });

  it('leads to a statement of all assets as a file, offline too', async () => {
    const worker = new FakeWorker(goodHandlers());
    open(AssetsReport, worker);
    await untilText('Cash account · USDT');
    worker.emit({ type: 'connection', online: false });
    await untilText('as of');
    await tap('Export statement');
    await until(() => expect(find('dialog').textContent).toContain('Offline: the file holds what is saved'));
    expect(find<HTMLInputElement>('dialog [aria-label=Asset] input').checked).toBe(true);
  });
});
