/** Endpoints that tell wrong nonces: a payout takes none of them, and none waits for ever (docs/rules.md §4). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { createMigrated, databaseKind, type TestDatabase } from '../support/database';
import { ScriptedChain, SCALE } from '../chain/scripted-chain';
import { ScriptedWallet, type WalletFaults } from './scripted-wallet';
import { openWithdrawalWorld, type WithdrawalWorld } from './world';

describe('what endpoints say about the wallet', () => {
  const kind = databaseKind();
  let created: TestDatabase;
  let db: Database;
  let world: WithdrawalWorld;
  let wallet: ScriptedWallet;

  beforeEach(async () => {
    created = await createMigrated(kind);
    db = await openDatabase(created.config);
    world = await openWithdrawalWorld(db);
    wallet = new ScriptedWallet(new ScriptedChain(() => world.time.now), toUnits('5000', 'USDT') * SCALE);
  });
  afterEach(async () => {
    await db.close();
    await created.drop();
  });

  /** Gateways with one or more endpoints. */
  const gateways = (...faults: WalletFaults[]) => void (world.deps.chains = [wallet.asChain(...faults)]);
  async function rounds(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      world.time.now += 3_000;
      await world.payOut();
      wallet.mine(false);
    }
  }
  const nonceOf = async (id: string) => {
    const { rows } = await db.pool.query<{ nonce: string }>(
      'SELECT nonce FROM withdrawal_nonces WHERE withdrawal_id = $1',
      [id],
    );
    return rows[0] && Number(rows[0].nonce);
  };
  const alerts = () =>
    world.logs.filter(({ level }) => level === 'error').map(({ event, code }) => `${event} ${code ?? ''}`.trim());
  async function approved(amount = '100') {
    const who = await world.withdrawer('1000');
    const id = await world.requested(who, amount);
    await world.approved(id);
    return { who, id };
  }

  it('fifty too many, once: signed at the database’s own next nonce, and paid', async () => {
    const faults: WalletFaults = {};
    gateways(faults);
    const first = await approved();
    await rounds(6);
    expect(await nonceOf(first.id)).toBe(0);
    const second = await approved();
    faults.nonce = (count) => {
      delete faults.nonce;
      return count + 50;
    };
    await rounds(7);
    expect(await nonceOf(second.id)).toBe(1);
    expect(wallet.paidTo(second.who.address)).toHaveLength(1);
    expect((await world.withdrawalOf(second.who, second.id)).status).toBe('success');
  });

  it('fifty too many, always and from the first look on: nothing is signed, and the operator hears of it', async () => {
    const faults: WalletFaults = { nonce: (count) => count + 50 };
    gateways(faults);
    const one = await approved();
    await rounds(3);
    expect(await nonceOf(one.id)).toBeUndefined();
    expect(alerts()).toEqual(['withdrawals-halted unexplained']);
    delete faults.nonce;
    await rounds(7);
    expect(await nonceOf(one.id)).toBe(0);
    expect((await world.withdrawalOf(one.who, one.id)).status).toBe('success');
  });

  it('two endpoints that differ: nothing is signed until they agree; an invented count is told at once', async () => {
    const [first, second]: WalletFaults[] = [{}, {}];
    gateways(first!, second!);
    const one = await approved();
    second!.nonce = (count) => count + 50;
    await rounds(2);
    expect(await nonceOf(one.id)).toBeUndefined();
    expect(alerts()).toEqual(['withdrawal-nonce-doubtful']);
    delete second!.nonce;
    await rounds(7);
    expect(await nonceOf(one.id)).toBe(0);
    // An endpoint that is late by a block is no news, unless it stays late.
    const two = await approved();
    first!.nonce = () => 0;
    await rounds(2);
    expect(alerts()).toEqual(['withdrawal-nonce-doubtful']);
    world.time.now += 60_000;
    await rounds(2);
    expect(await nonceOf(two.id)).toBeUndefined();
    expect(alerts()).toEqual(['withdrawal-nonce-doubtful', 'withdrawal-nonce-doubtful']);
    delete first!.nonce;
    await rounds(7);
    expect(wallet.paidTo(two.who.address)).toHaveLength(1);
  });

  it('two endpoints, one of them gone: what is signed goes on, new ones wait', async () => {
    const gone: WalletFaults = {};
    gateways({}, gone);
    const one = await approved();
    world.time.now += 3_000;
    await world.payOut();
    expect(await nonceOf(one.id)).toBe(0);
    gone.fails = 'unreachable';
    const two = await approved();
    await rounds(6);
    expect((await world.withdrawalOf(one.who, one.id)).status).toBe('success');
    expect(await nonceOf(two.id)).toBeUndefined();
    delete gone.fails;
    world.time.now += 120_000;
    await rounds(7);
    expect((await world.withdrawalOf(two.who, two.id)).status).toBe('success');
  });

  it('a transaction of somebody else in the pool: nothing is signed beside it', async () => {
    gateways();
    const first = await approved();
    await rounds(6);
    wallet.sendOutside('0x00000000000000000000000000000000000000A1', 1n);
    const second = await approved();
    world.time.now += 3_000;
    await world.payOut();
    expect(await nonceOf(first.id)).toBe(0);
    expect(await nonceOf(second.id)).toBeUndefined();
    expect(alerts()).toEqual(['withdrawal-nonce-gap pool']);
  });

  /** A database of before: its withdrawal was signed fifty nonces above the chain. */
  async function stranded() {
    gateways();
    const who = await world.withdrawer('1000');
    const id = await world.requested(who, '100');
    await world.operator('withdrawal halt', { reason: 'setting up' });
    await world.approved(id);
    await rounds(1);
    const { network, chainId, sender } = world.deps.chains[0]!;
    const signed = await sender!.sign({
      nonce: 50,
      to: who.address,
      raw: toUnits('100', 'USDT') * SCALE,
      gasPrice: 10n ** 9n,
      gasLimit: 60_000n,
    });
    const sql = (text: string, values: unknown[]) => db.pool.query(text, values);
    await sql(
      `INSERT INTO withdrawal_wallets (network, chain_id, address, next_nonce) VALUES ($1, $2, $3, 51)
       ON CONFLICT (network, chain_id, address) DO UPDATE SET next_nonce = 51`,
      [network, chainId, sender!.address],
    );
    await sql(
      'INSERT INTO withdrawal_nonces (withdrawal_id, network, chain_id, wallet, nonce) VALUES ($1, $2, $3, $4, 50)',
      [id, network, chainId, sender!.address],
    );
    await sql(
      `INSERT INTO withdrawal_transactions (withdrawal_id, network, tx_id, signed, gas_price, gas_limit, raw, created_at)
       VALUES ($1, $2, $3, $4, 1000000000, 60000, $5, now())`,
      [id, network, signed.txId, signed.bytes, String(toUnits('100', 'USDT') * SCALE)],
    );
    await sql(`UPDATE withdrawals SET state = 'sending' WHERE id = $1`, [id]);
    await world.operator('withdrawal resume', {});
    return { who, id };
  }

  it('signed above a gap: told, nothing more is signed, and reissued with its own nonce it is paid once', async () => {
    const one = await stranded();
    const later = await approved('30');
    await rounds(3);
    expect(alerts()).toEqual(['withdrawals-halted operator', 'withdrawal-nonce-gap gap']);
    expect(await nonceOf(later.id)).toBeUndefined();
    expect(wallet.paidTo(one.who.address)).toHaveLength(0);
    expect(await world.operator('withdrawal reissue', { id: one.id })).toMatchObject({ ok: true });
    expect(await world.operator('withdrawal reissue', { id: one.id })).toMatchObject({ ok: false });
    await rounds(8);
    expect(await nonceOf(one.id)).toBe(50);
    expect(wallet.paidTo(one.who.address)).toHaveLength(1);
    expect((await world.withdrawalOf(one.who, one.id)).status).toBe('success');
    expect(await nonceOf(later.id)).toBe(51);
    expect(wallet.paidTo(later.who.address)).toHaveLength(1);
    expect(await world.operator('withdrawal reissue', { id: one.id })).toMatchObject({ ok: false });
    expect(await world.findings()).toEqual([]);
  });
});
