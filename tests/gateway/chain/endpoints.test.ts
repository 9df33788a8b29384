/** Endpoints that lie, stall, fail and limit: nothing wrong is credited, the operator hears of it, the other one is asked. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import type { Person } from '../world';
import { openDepositWorld, type DepositWorld } from './deposit-world';
import { SCALE, ScriptedChain, type Faults } from './scripted-chain';
import { describeOnDatabase } from '../support/database';
import { act } from '../support/operators';

const TEN = toUnits('10', 'USDT') * SCALE;
const MINUTE_MS = 60_000;

describeOnDatabase('endpoints', (fixture) => {
  let world: DepositWorld;
  let chain: ScriptedChain;
  let who: Person;
  let address: string;
  let faults: Faults;

  beforeAll(async () => {
    world = await openDepositWorld(fixture.database);
  });
  beforeEach(async () => {
    // A chain of its own for each test.
    chain = new ScriptedChain(() => world.time.now);
    faults = {};
    world.use(chain.chain([chain.reader(faults)]));
    who = await world.person('0');
    address = await world.addressOf(who);
    await world.watch();
    world.logs.length = 0;
  });

  const mine = (blocks: number) => {
    for (let n = 0; n < blocks; n += 1) chain.mine();
  };
  /** Long enough for every endpoint to be asked again. */
  const watchLater = () => {
    world.time.now += 2 * MINUTE_MS;
    return world.watch();
  };
  const alerts = () => world.logs.filter(({ level }) => level === 'error').map(({ event, code }) => `${event} ${code}`);
  const isDelayed = async () => (await world.call(who, 'depositAddresses', {})).networks[0]?.isDelayed;

  it.each([
    ['a log of a block that is another', { logs: (logs) => logs.map((log) => ({ ...log, blockHash: log.txId })) }],
    ['a log in two shapes', { logs: (logs) => [...logs, ...logs.map((log) => ({ ...log, raw: log.raw * 2n }))] }],
    ['a block that is nobody’s child', { block: (block) => ({ ...block, parentHash: block.hash }) }],
    ['no receipt', { hasNoReceipts: true }],
    ['trouble', { fails: 'unreachable' }],
  ] satisfies [string, Faults][])('credit nothing on %s, and everything once it is right', async (_, wrong) => {
    chain.mine([world.pay(address, TEN)]);
    mine(4);
    Object.assign(faults, wrong);
    expect(await watchLater()).toBe(0);
    expect(await watchLater()).toBe(0);
    expect(await world.cash(who)).toBe('0.000000');
    expect(alerts().length).toBeGreaterThan(0);
    for (const name of Object.keys(wrong)) delete faults[name as keyof Faults];
    expect(await watchLater()).toBe(1);
    expect(await world.cash(who)).toBe('10.000000');
    expect(await isDelayed()).toBe(false);
  });

  it('that fail for a moment are no news; for a minute they are, told once, and seen on the screen', async () => {
    faults.fails = 'unreachable';
    await world.watch();
    world.time.now += 30_000;
    await world.watch();
    expect(alerts()).toEqual([]);
    expect(await isDelayed()).toBe(false);
    await watchLater();
    await watchLater();
    expect(alerts()).toEqual(['chain-trouble unreachable']);
    expect(await isDelayed()).toBe(true);
    delete faults.fails;
    await watchLater();
    expect(world.logs.at(-1)).toMatchObject({ event: 'chain-works-again', network: 'BEP20' });
    expect(await isDelayed()).toBe(false);
  });

  it('are replaced by the second one while the first fails, and for a receipt the second is asked first', async () => {
    const second: Faults = {};
    world.use(chain.chain([chain.reader(faults, 'first'), chain.reader(second, 'second')]));
    chain.mine([world.pay(address, TEN)]);
    mine(3);
    faults.fails = 'unreachable';
    expect(await world.watch()).toBe(1);
    expect(alerts()).toEqual([]);
    // The first one is back, and says that there was a payment that the second does not know.
    delete faults.fails;
    const lie = { ...world.pay(address, 5n * TEN), from: address, logIndex: 7 };
    mine(1);
    const { number, hash } = (await chain.reader({}).head())!;
    faults.logs = (logs) => [...logs, { ...lie, blockNumber: number, blockHash: hash }];
    await watchLater();
    mine(3);
    expect(await watchLater()).toBe(0);
    expect(alerts()).toContain('deposit-doubtful undefined');
    expect(await world.cash(who)).toBe('10.000000');
  });

  it('of another chain are refused at once', async () => {
    const other = new ScriptedChain(() => world.time.now);
    world.use({ ...chain.chain([other.reader()]), chainId: chain.chainId });
    await world.watch();
    expect(alerts()).toEqual(['chain-trouble wrong-chain']);
  });

  it('of a real chain whose newest block is old have stalled', async () => {
    world.use(chain.chain([chain.reader(faults)], false));
    world.time.now += 20 * MINUTE_MS;
    await world.watch();
    expect(alerts()).toEqual(['chain-trouble stalled']);
  });

  it('with a reorganisation deeper than 12 blocks: nothing is guessed', async () => {
    mine(20);
    chain.mine([world.pay(address, TEN)]);
    mine(2);
    await world.watch();
    chain.reorganise(
      12,
      Array.from({ length: 12 }, () => []),
    );
    await world.watch();
    expect(await world.depositsOf(who)).toEqual([]);
    expect(alerts()).toEqual([]);
    chain.reorganise(
      13,
      Array.from({ length: 14 }, () => []),
    );
    await world.watch();
    expect(alerts()).toEqual(['chain-trouble too-deep']);
    const { deps } = world;
    const operate = (command: string, input: object) => act(deps, command, input);
    expect(await operate('chain status', {})).toMatchObject({ failed: true, data: [{ trouble: 'too-deep' }] });
    expect(await operate('chain reread', { network: 'BEP20', from: '100000' })).toMatchObject({ fault: 'input' });
    expect(await operate('chain reread', { network: 'BEP20', from: '1' })).toMatchObject({ ok: true });
    chain.mine([world.pay(address, TEN)]);
    mine(3);
    expect(await watchLater()).toBe(1);
    expect(await operate('chain status', {})).toMatchObject({ failed: false, data: [{ trouble: null }] });
    expect(await operate('chain send', { to: address, amount: '1' })).toMatchObject({ fault: 'state' });
  });
});
