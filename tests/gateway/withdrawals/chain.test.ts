/** Paying out over a real EVM node: once, whatever happens on the way (docs/rules.md §4). */
import { createWalletClient, encodeAbiParameters, http, keccak256, parseAbi, toHex, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { reconcileChains } from '../../../gateway/domain/deposits/reconcile';
import { watchDeposits } from '../../../gateway/jobs/deposits';
import { createMigrated } from '../support/database';
import { actAsTwo } from '../support/operators';
import { HOT_KEY, startTestNode, type TestNode } from './node';
import { openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from './world';
import { namesOfToday } from '../../support/live-events';

const usdt = (whole: number) => BigInt(whole) * 10n ** 18n;

describe('withdrawals on a real node', () => {
  let node: TestNode;
  let db: Database;
  let world: WithdrawalWorld;
  let who: Withdrawer;
  let wallet: string;

  beforeAll(async () => {
    node = await startTestNode();
    db = await openDatabase((await createMigrated()).config);
    world = await openWithdrawalWorld(db);
    world.deps.chains = [node.chain];
    wallet = node.chain.sender?.address ?? '';
    await node.client.setBalance({ address: wallet as Hex, value: 10n ** 18n });
    await node.pay(wallet, usdt(10_000));
  });
  afterAll(async () => {
    await db.close();
    await node.process.stop();
  });
  beforeEach(async () => {
    world.logs.length = 0;
    who = await funded(1_000);
  });

  /** Makes a person whose money came over the chain, so that chain and ledger can be compared. */
  async function funded(whole: number): Promise<Withdrawer> {
    const person = await world.withdrawer('0');
    const { networks } = await world.call(person, 'depositAddresses', {});
    await node.pay(networks[0]?.address ?? '', usdt(whole));
    await node.client.mine({ blocks: 3 });
    await watchDeposits(world.deps);
    return person;
  }

  const nonce = () => node.client.getTransactionCount({ address: wallet as Hex });
  /** Makes blocks, and lets the gateway work on them. */
  async function confirmed(blocks: number): Promise<number> {
    if (blocks > 0) await node.client.mine({ blocks });
    world.time.now += 3_000;
    await watchDeposits(world.deps);
    return world.payOut();
  }
  const stateOf = async (id: string) => {
    const { status, steps, confirmations } = await world.withdrawalOf(who, id);
    return [status, confirmations, steps.map(({ step }) => step).join(' ')];
  };
  const alerts = () => world.logs.filter(({ level }) => level === 'error').map(({ event }) => event);
  const chainFindings = () => withTransaction(db, (tx) => reconcileChains(tx, world.deps.chains));

  it('are signed when they are approved, broadcast, confirmed three times and paid once; chain and ledger agree to the last unit', async () => {
    const id = await world.requested(who, '500');
    expect(await confirmed(0)).toBe(0);
    expect(await stateOf(id)).toEqual(['pending', 0, 'requested']);
    await world.approved(id);
    const before = await nonce();
    expect(await confirmed(0)).toBe(0);
    expect(await stateOf(id)).toEqual(['pending', 0, 'requested approved broadcast']);
    expect(await world.withdrawalOf(who, id)).toMatchObject({ canCancel: false, confirmationsNeeded: 3 });
    const told = (await world.call(who, 'liveEvents', {})).events.map(({ calls }) => namesOfToday(calls));
    // Approved, signed, broadcast.
    expect(told.filter(([first]) => first === 'withdrawals')).toHaveLength(3);
    await confirmed(0);
    expect(await confirmed(2)).toBe(0);
    expect(await stateOf(id)).toEqual(['pending', 2, 'requested approved broadcast']);
    expect(await chainFindings()).toEqual([]);
    expect(await confirmed(1)).toBe(1);
    expect(await stateOf(id)).toEqual(['success', 3, 'requested approved broadcast confirmed']);
    expect(await confirmed(3)).toBe(0);
    expect((await nonce()) - before).toBe(1);
    expect(await node.tokenOf(who.address)).toBe(usdt(500));
    const shown = await world.withdrawalOf(who, id);
    expect(shown).toMatchObject({
      amount: '500.000000',
      fee: '1.500000',
      total: '501.500000',
      closedAt: world.time.now - 3_000,
    });
    expect(await world.cash(who)).toBe('498.500000');
    const { items } = await world.call(who, 'accountStatement', { account: 'cash', kind: 'withdrawal' });
    expect(items).toMatchObject([{ amount: '-501.500000', reference: id, journalId: shown.journalId }]);
    expect(await world.findings()).toEqual([]);
    expect(await chainFindings()).toEqual([]);
    expect(alerts()).toEqual([]);
  });

  it('stay approved while the wallet has too little, which the operator is told once, and go out later', async () => {
    const poor = await funded(50_000);
    const id = await world.requested(poor, '20000');
    for (const actor of ['ann', 'bob']) await world.operator('withdrawal approve', { id }, actor);
    const before = await nonce();
    await confirmed(0);
    await confirmed(0);
    expect((await world.withdrawalOf(poor, id)).steps.at(-1)).toMatchObject({ step: 'approved' });
    expect(await nonce()).toBe(before);
    expect(alerts()).toEqual(['withdrawal-wallet-short']);
    await node.pay(wallet, usdt(20_000));
    await confirmed(0);
    expect(await confirmed(3)).toBe(1);
    expect(await node.tokenOf(poor.address)).toBe(usdt(20_000));
    expect(await chainFindings()).toEqual([]);
  });

  it('that are stuck are sent again with the same nonce for more gas; both hashes are watched, and one of them is mined', async () => {
    await node.client.setAutomine(false);
    const ids = [await world.requested(who, '20'), await world.requested(who, '30')];
    for (const id of ids) await world.approved(id);
    const before = await nonce();
    await confirmed(0);
    const [first = ''] = ids;
    const txId = (await world.withdrawalOf(who, first)).txId;
    world.time.now += 10 * 60_000;
    await confirmed(0);
    expect(await stateOf(first)).toEqual(['pending', 0, 'requested approved broadcast replaced']);
    expect((await world.withdrawalOf(who, first)).txId).not.toBe(txId);
    const { rows } = await db.pool.query<{ nonce: string; n: string }>(
      `SELECT n.nonce, count(*) AS n FROM withdrawal_nonces n JOIN withdrawal_transactions t USING (withdrawal_id)
        WHERE withdrawal_id = ANY($1) GROUP BY n.nonce ORDER BY n.nonce`,
      [ids],
    );
    expect(rows.map((row) => [Number(row.nonce), Number(row.n)])).toEqual([
      [before, 2],
      [before + 1, 1],
    ]);
    await node.client.setAutomine(true);
    await node.client.mine({ blocks: 1 });
    expect((await confirmed(0)) + (await confirmed(3))).toBe(2);
    expect(await node.tokenOf(who.address)).toBe(usdt(50));
    expect((await nonce()) - before).toBe(2);
    expect(await chainFindings()).toEqual([]);
  });

  it('that revert on the chain fail, and amount and fee are available again', async () => {
    await node.client.setAutomine(false);
    const id = await world.requested(who, '40');
    await world.approved(id);
    await confirmed(0);
    // The wallet loses its tokens before the block is made: the transfer cannot go through.
    const held = await node.tokenOf(wallet);
    await setBalance(node, wallet, 0n);
    await node.client.setAutomine(true);
    await node.client.mine({ blocks: 1 });
    await confirmed(0);
    expect(await confirmed(3)).toBe(1);
    expect(await stateOf(id)).toEqual(['failed', 3, 'requested approved broadcast failed returned']);
    expect(await world.withdrawalOf(who, id)).toMatchObject({ reason: null, journalId: null });
    expect(await world.cash(who)).toBe('1000.000000');
    expect(await node.tokenOf(who.address)).toBe(0n);
    expect(await world.findings()).toEqual([]);
    // A wallet that does not hold what it should is found, and one that does again is not.
    expect(await chainFindings()).toMatchObject([{ check: 'chain-wallet', subject: `BEP20 ${wallet}` }]);
    await setBalance(node, wallet, held);
    await confirmed(1);
    expect(await chainFindings()).toEqual([]);
  });

  it('halt when somebody else sends with the key of the wallet, until two operators explain the transaction', async () => {
    const key = privateKeyToAccount(HOT_KEY);
    const stranger = createWalletClient({ account: key, transport: http(node.url) });
    const tx = await stranger.writeContract({
      address: node.token,
      abi: parseAbi(['function transfer(address to, uint256 value) returns (bool)']),
      functionName: 'transfer',
      args: ['0x00000000000000000000000000000000000000a1', usdt(3)],
      chain: null,
    });
    await confirmed(4);
    const id = await world.requested(who, '60');
    await world.approved(id);
    const before = await nonce();
    await confirmed(1);
    expect(await nonce()).toBe(before);
    expect(alerts()).toEqual(['withdrawals-halted']);
    expect(await chainFindings()).toMatchObject([{ check: 'chain-wallet' }]);
    const say = { network: 'BEP20', tx, reason: 'taken out by hand' };
    expect(await actAsTwo(world.deps, 'withdrawal foreign', say)).toMatchObject({ ok: true });
    expect(await chainFindings()).toEqual([]);
    await confirmed(0);
    await confirmed(0);
    expect(await confirmed(4)).toBe(1);
    expect((await nonce()) - before).toBe(1);
    expect(await chainFindings()).toEqual([]);
  });
});

/** Sets an address's balance in the token's contract; balances are the mapping in slot 0. */
async function setBalance({ client, token }: TestNode, address: string, raw: bigint): Promise<void> {
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address as Hex, 0n]));
  await client.setStorageAt({ address: token, index, value: toHex(raw, { size: 32 }) });
}
