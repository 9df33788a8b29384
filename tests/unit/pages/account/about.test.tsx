import { describe, expect, it } from 'vitest';
import About from '../../../../src/pages/account/About';
import { FakeWorker } from '../fake-worker';
import { goodHandlers } from '../fixtures';
import { open, text, untilText } from '../support';

function withRecords(): FakeWorker {
  const worker = new FakeWorker(goodHandlers());
  worker.stored = {
    mode: 'persistent',
    rows: [
      { kind: 'userInfo', count: 1, bytes: 700 },
      { kind: 'accountStatement', count: 1_200, bytes: 2_500_000 },
      { kind: 'somethingNew', count: 3, bytes: 4_000 },
    ],
    appFiles: { count: 120, bytes: 900_000 },
    usageBytes: 5_242_880,
    quotaBytes: 1_073_741_824,
    isPersisted: false,
    isSealed: true,
  };
  return worker;
}

describe('what is kept on the device', () => {
  it('is told by kind with an estimate, the largest first, and the space apart', async () => {
    open(About, withRecords());
    await untilText('1,200 · 2.4 MB', '1 · 1 kB', '3 · 4 kB', '879 kB', '5 MB', '1,024 MB', 'Records are encrypted');
    expect(text().indexOf('Account statement')).toBeLessThan(text().indexOf('Profile'));
    expect(text()).toContain('May be removed by the browser when space is short');
  });

  it('is said not to grow while the disk is full', async () => {
    const worker = withRecords();
    worker.stored = { ...worker.stored, mode: 'full' };
    open(About, worker);
    await untilText('The storage of this device is full', '1,200 · 2.4 MB');
  });
});
