/** Deposits on a chain that does what the test says (docs/rules.md §4), on both databases. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { systemBalance } from '../../../gateway/ledger/balances';
import type { Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { openDepositWorld, type DepositWorld } from './deposit-world';
import { newTxId, SCALE } from './scripted-chain';
import { namesOfToday } from '../../support/live-events';

const usdt = (text: string) => toUnits(text, 'USDT') * SCALE;

describeOnDatabase('deposits', (fixture) => {
  let world: DepositWorld;
  let who: Person;
  let address: string;

  beforeAll(async () => {
    world = await openDepositWorld(fixture.database);
  });
  beforeEach(async () => {
    who = await world.person('0');
    address = await world.addressOf(who);
  });
  const states = async () =>
    (await world.depositsOf(who)).map(({ status, confirmations }) => `${status} ${confirmations}`);

  it('shows 0/3 in its first block, is credited at 3, once, and the dust is a leg of its own', async () => {
    const dustBefore = await systemBalance(fixture.database.db, 'rounding', 'USDT18');
    world.chain.mine([world.pay(address, usdt('250.5') + 7n)]);
    for (const expected of ['confirming 0', 'confirming 1', 'confirming 2']) {
      expect(await world.watch()).toBe(0);
      expect(await states()).toEqual([expected]);
      expect(await world.cash(who)).toBe('0.000000');
      world.chain.mine();
    }
    const told = async () => (await world.call(who, 'liveEvents', {})).events.map(({ calls }) => namesOfToday(calls));
    expect(await told()).toEqual([['deposits', 'toldNotices', 'unreadNotices']]);
    expect(await world.watch()).toBe(1);
    expect((await told()).at(-1)).toEqual(expect.arrayContaining(['assets', 'otcFigures', 'deposits']));
    const [deposit] = await world.depositsOf(who);
    expect(deposit).toMatchObject({
      status: 'credited',
      amount: '250.500000',
      sent: '250.500000000000000007',
      confirmations: 3,
      confirmationsNeeded: 3,
      toAddress: address,
      isTest: true,
      creditedAt: world.time.now,
    });
    const noticed = async () =>
      (await world.call(who, 'toldNotices', {})).items.map(({ kind, subjectId }) => [kind, subjectId]);
    expect(await noticed()).toEqual([
      ['deposit-credited', deposit?.id],
      ['deposit-seen', deposit?.id],
    ]);
    expect(await world.cash(who)).toBe('250.500000');
    world.chain.mine();
    expect(await world.watch()).toBe(0);
    expect(await world.cash(who)).toBe('250.500000');
    expect((await systemBalance(fixture.database.db, 'rounding', 'USDT18')) - dustBefore).toBe(7n);
    const { items } = await world.call(who, 'accountStatement', { account: 'cash' });
    expect(items).toMatchObject([
      { kind: 'deposit', amount: '250.500000', reference: deposit?.id, journalId: deposit?.journalId },
    ]);
    expect(await world.findings()).toEqual([]);
  });

  it('tells when an uncredited deposit goes with its block', async () => {
    world.chain.mine([world.pay(address, usdt('40'))]);
    world.chain.mine();
    await world.watch();
    expect(await states()).toEqual(['confirming 1']);
    const told = async () => (await world.call(who, 'liveEvents', {})).events.length;
    const before = await told();
    world.chain.reorganise(2, [[], [], []]);
    await world.watch();
    expect(await states()).toEqual([]);
    expect(await told()).toBe(before + 1);
  });

  it('never credits a deposit again that was credited and comes back elsewhere, and tells when it is lost', async () => {
    const payment = world.pay(address, usdt('30'));
    world.chain.mine([payment]);
    for (let n = 0; n < 3; n += 1) world.chain.mine();
    expect(await world.watch()).toBe(1);
    world.chain.reorganise(4, [[], [], [], [], []]);
    await world.watch();
    expect(world.logs.at(-1)).toMatchObject({ level: 'error', event: 'credited-deposits-lost', count: 1 });
    expect(await states()).toEqual(['credited 3']);
    // In the block that has it now its log is the second one.
    world.chain.mine([world.pay(address, usdt('2')), payment]);
    for (let n = 0; n < 4; n += 1) world.chain.mine();
    expect(await world.watch()).toBe(1);
    expect(await world.cash(who)).toBe('32.000000');
    expect(await world.depositsOf(who)).toHaveLength(2);
  });

  it('follows a transaction with several credited deposits to other places of its logs', async () => {
    const [other, txId] = [await world.person('0'), newTxId()];
    const [mine, theirs] = [
      { txId, to: address, raw: usdt('30') },
      { txId, to: await world.addressOf(other), raw: usdt('50') },
    ];
    world.chain.mine([mine, theirs]);
    for (let n = 0; n < 3; n += 1) world.chain.mine();
    expect(await world.watch()).toBe(2);
    // Shifted by one: the first takes the place that the second had.
    world.chain.reorganise(4, [[world.pay(address, usdt('2')), mine, theirs], [], [], [], []]);
    expect(await world.watch()).toBe(1);
    expect([await world.cash(who), await world.cash(other)]).toEqual(['32.000000', '50.000000']);
    // The first comes back alone, in the place of the second, which stays lost.
    world.chain.reorganise(5, [[world.pay(address, usdt('4')), mine], [], [], [], [], []]);
    expect(await world.watch()).toBe(1);
    expect([await world.cash(who), await world.cash(other)]).toEqual(['36.000000', '50.000000']);
    expect(await world.findings()).toEqual([]);
  });

  it('credits two equal transfers of one transaction as two', async () => {
    const payment = world.pay(address, usdt('5'));
    world.chain.mine([payment, payment]);
    for (let n = 0; n < 3; n += 1) world.chain.mine();
    expect(await world.watch()).toBe(2);
    expect(await world.cash(who)).toBe('10.000000');
  });

  it('is not mistaken in whose deposit it is', async () => {
    const other = await world.person('0');
    const theirs = await world.addressOf(other);
    expect(theirs).not.toBe(address);
    world.chain.mine([
      world.pay(theirs, usdt('9')),
      world.pay('0x00000000000000000000000000000000000000F2', usdt('9')),
    ]);
    for (let n = 0; n < 3; n += 1) world.chain.mine();
    expect(await world.watch()).toBe(1);
    expect(await world.depositsOf(who)).toEqual([]);
    expect(await world.cash(other)).toBe('9.000000');
    expect(await world.addressOf(who)).toBe(address);
  });

  it('gives each account one address, whoever asks at once', async () => {
    const others = await Promise.all([world.person('0'), world.person('0'), world.person('0')]);
    const asked = await Promise.all([...others, ...others].map((one) => world.addressOf(one)));
    expect(new Set(asked).size).toBe(others.length);
    const { rows } = await fixture.database.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM deposit_addresses WHERE account_id = ANY($1)',
      [others.map(({ accountId }) => accountId)],
    );
    expect(rows[0]?.n).toBe(others.length);
  });

  it('credits once when two gateways watch at once', async () => {
    world.chain.mine([world.pay(address, usdt('6'))]);
    for (let n = 0; n < 3; n += 1) world.chain.mine();
    const credited = await Promise.all([world.watch(), world.watch(), world.watch()]);
    await world.watch();
    expect(credited.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1);
    expect(await world.cash(who)).toBe('6.000000');
    expect(await world.findings()).toEqual([]);
  });
});
