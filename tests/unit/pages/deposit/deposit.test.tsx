import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Deposit from '../../../../src/pages/deposit/Deposit';
import Records from '../../../../src/pages/deposit/Records';
import { find } from '../../support/render';
import { FakeWorker, type Handlers } from '../fake-worker';
import { named, open, tap, text, until, untilText } from '../support';

type Network = CallOutput<'depositAddresses'>['networks'][number];
type Item = CallOutput<'deposits'>['items'][number];

const AT = Date.UTC(2026, 10, 21, 8, 30);
const BEP20: Network = {
  network: 'BEP20',
  isTest: false,
  address: '0x9b2E41c7A05dF38b6C1e74D0a293F8e15B7c60D8',
  minimum: '1.000000',
  confirmations: 3,
  usualMs: 9_000,
  isDelayed: false,
};
const TRC20: Network = { ...BEP20, network: 'TRC20', address: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' };
const ITEM: Item = {
  id: '7',
  network: 'BEP20',
  isTest: false,
  status: 'confirming',
  amount: '250.500000',
  sent: '250.500000000000000007',
  confirmations: 2,
  confirmationsNeeded: 3,
  txId: `0x${'ab'.repeat(32)}`,
  blockNumber: 41,
  blockAt: AT,
  fromAddress: '0x00000000000000000000000000000000000000F1',
  toAddress: BEP20.address,
  seenAt: AT,
  creditedAt: null,
  journalId: null,
};
const CREDITED: Item = { ...ITEM, status: 'credited', confirmations: 3, creditedAt: AT + 9_000, journalId: '12' };

function show(Page: () => React.ReactNode, networks: Network[], items: Item[]): FakeWorker {
  const handlers: Handlers = {
    depositAddresses: () => ({ networks }),
    deposits: () => ({ items, nextCursor: null }),
  };
  const worker = new FakeWorker(handlers);
  open(Page, worker);
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
    show(Deposit, [BEP20, TRC20], []);
    await untilText('0x9b2E 41c7', 'Copy the address');
    inOrder('BEP20 · BNB Chain', 'Only USDT over BEP20.', '1 USDT', 'neither credited nor given back', '0x9b2E 41c7');
    expect(text()).not.toContain('test network');
    await act(async () => find<HTMLInputElement>('input[value="TRC20"]').click());
    await untilText('Only USDT over TRC20.', 'TNPe eaaF');
    expect(text()).not.toContain('0x9b');
  });

  it('says what is a test network, and when the network does not answer', async () => {
    show(Deposit, [{ ...BEP20, isTest: true, isDelayed: true }], []);
    await untilText('BEP20 · local test network', 'its USDT has no value', 'none is lost');
  });

  it('says that deposits are not open when there is no network', async () => {
    show(Deposit, [], []);
    await untilText('Deposits are not open at the moment.');
  });

  it('follows a deposit to its credit, and keeps showing it then', async () => {
    const worker = show(Deposit, [BEP20], [ITEM]);
    await untilText('Confirming 2/3', '250.5 USDT: 2 of 3 confirmations');
    worker.handlers.deposits = () => ({ items: [CREDITED], nextCursor: null });
    await untilText('Credited', '250.5 USDT credited');
  });

  it('shows one that was seen and credited between two looks', async () => {
    const worker = show(Deposit, [BEP20], []);
    await untilText('Copy the address');
    worker.handlers.deposits = () => ({ items: [CREDITED], nextCursor: null });
    await untilText('Credited', '250.5 USDT credited');
  });

  it('shows nothing that was credited before', async () => {
    show(Deposit, [BEP20], [CREDITED]);
    await untilText('Copy the address');
    expect(text()).not.toContain('250');
  });
});

describe('deposit records', () => {
  it('open the deposit that a link names, with all that identifies it', async () => {
    appHistory.replace(`${paths.deposits}?id=7`);
    show(Records, [], [{ ...ITEM, id: '8' }, CREDITED]);
    await untilText('3 of 3 confirmations', ITEM.txId, ITEM.fromAddress, '250.500000000000000007');
    await until(() => expect(appHistory.address.search).toBe(''));
  });

  it('tell of one below the minimum that it is not credited', async () => {
    const small: Item = { ...ITEM, status: 'too-small', amount: '0.999999', sent: '0.999999', confirmations: 3 };
    show(Records, [], [small]);
    await untilText('Not credited');
    await tap('0.999999');
    await untilText('neither credited nor given back', '3 of 3 confirmations');
    expect(text()).not.toContain('To be credited');
  });

  it('lead to the address when there are none', async () => {
    show(Records, [], []);
    await untilText('Data is empty');
    expect(named('Deposit USDT').tagName).toBe('BUTTON');
  });
});
