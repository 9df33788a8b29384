import { beforeEach, describe, expect, it } from 'vitest';
import { machineInfo } from '../../../../contract/calls/machines';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import MachinePage from '../../../../src/pages/machines/Machine';
import { plainest } from '../../support/plainest';
import { find, type } from '../../support/render';
import { type Handlers, refusal } from '../fake-worker';
import { confirm, isDisabled, opened, tapAt, untilText } from '../support';

const INFO = plainest(machineInfo.output, {
  model: {
    id: 't10',
    version: 3,
    hashrate: 10,
    price: '200.000000',
    tickets: 20,
    payments: ['usdt', 'tickets', 'both'],
    isOpen: true,
    stock: 7,
  },
  available: '150.000000',
  ticketsAvailable: 13,
});
const { model: MODEL } = INFO;

const show = (changes: Handlers = {}) =>
  opened(MachinePage, {
    machineInfo: () => INFO,
    machineQuote: ({ tickets }) => ({ ...INFO, tickets, price: `${200 - tickets * 10}.000000` }),
    ...changes,
  });
const pay = (way: 'usdt' | 'tickets' | 'both') => tapAt(`input[value="${way}"]`);
const NEXT = 'Next: trade password';

describe('one machine', () => {
  beforeEach(() => appHistory.replace(`${paths.machine}?id=t10`));

  it('refuses more than there is before anything is sent', async () => {
    const worker = show();
    await untilText('More than the cash account has');
    expect(isDisabled(NEXT)).toBe(true);
    await pay('tickets');
    await untilText('You have too few tickets for that');
    expect([isDisabled(NEXT), worker.inputsOf('buyMachine')]).toEqual([true, []]);
  });

  it('shows the terms of now when those that were confirmed have changed', async () => {
    let version = 3;
    const worker = show({
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
});
