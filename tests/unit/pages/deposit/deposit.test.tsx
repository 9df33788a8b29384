import { beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Deposit from '../../../../src/pages/deposit/Deposit';
import Records from '../../../../src/pages/deposit/Records';
import type { Part } from '../../support/plainest';
import { FakeWorker } from '../fake-worker';
import { opened, tap, tapAt, text, untilText } from '../support';

type Answer<N extends 'depositAddresses' | 'deposits'> = Part<CallOutput<N>>;

const BEP20 = {
  network: 'BEP20' as const,
  address: '0x9b2E41c7A05dF38b6C1e74D0a293F8e15B7c60D8',
  minimum: '1.000000',
  confirmations: 3,
};
const TRC20 = { ...BEP20, network: 'TRC20' as const, address: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' };
const DEPOSIT = { id: '7', network: 'BEP20', confirmations: 3, confirmationsNeeded: 3 } as const;
const CREDITED = { ...DEPOSIT, status: 'credited', amount: '250.500000', creditedAt: Date.UTC(2026, 10, 21) } as const;

function show(
  Page: () => React.ReactNode,
  networks: Answer<'depositAddresses'>['networks'] = [],
  items: Answer<'deposits'>['items'] = [],
): FakeWorker {
  const worker = opened(Page, { depositAddresses: () => ({ networks }), deposits: () => ({ items }) });
  return worker;
}
const inOrder = (...parts: string[]) => {
  const places = parts.map((part) => text().indexOf(part));
  expect(places, parts.join(' | ')).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThanOrEqual(0);
};

beforeEach(() => appHistory.replace(paths.document));

describe('deposit', () => {
  it('shows network, warnings and minimum before the address, and another address for another network', async () => {
    show(Deposit, [BEP20, TRC20]);
    await untilText('0x9b2E 41c7', 'Copy the address');
    inOrder('BEP20 · BNB Chain', 'Only USDT over BEP20.', '1 USDT', 'neither credited nor given back', '0x9b2E 41c7');
    expect(text()).not.toContain('test network');
    await tapAt('input[value="TRC20"]');
    await untilText('Only USDT over TRC20.', 'TNPe eaaF');
    expect(text()).not.toContain('0x9b');
  });

  it('says what is a test network, and when the network does not answer', async () => {
    show(Deposit, [{ ...BEP20, isTest: true, isDelayed: true }]);
    await untilText('BEP20 · local test network', 'its USDT has no value', 'none is lost');
  });

  it('shows one that was seen and credited between two looks', async () => {
    const worker = show(Deposit, [BEP20]);
    await untilText('Copy the address');
    worker.handlers.deposits = () => ({ items: [CREDITED] });
    worker.emit({ type: 'changed', calls: ['deposits'] });
    await untilText('Credited', '250.5 USDT credited');
  });
});

describe('deposit records', () => {
  it('tell of one below the minimum that it is not credited', async () => {
    show(Records, [], [{ ...DEPOSIT, status: 'too-small', amount: '0.999999', sent: '0.999999' }]);
    await untilText('Not credited');
    await tap('0.999999');
    await untilText('neither credited nor given back', '3 of 3 confirmations');
    expect(text()).not.toContain('To be credited');
  });
});
