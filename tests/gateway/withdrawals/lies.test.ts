/** Endpoints that tell wrong nonces: a payout takes none of them, and none waits for ever (docs/rules.md §4). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../gateway/db/client';
import { createMigrated, type TestDatabase } from '../support/database';
import { openPayoutWorld, raw, type PayoutWorld } from './payout-world';
import type { ScriptedWallet, WalletFaults } from './scripted-wallet';

describe('what endpoints say about the wallet', () => {
  let created: TestDatabase;
  let world: PayoutWorld;
  let wallet: ScriptedWallet;

  beforeEach(async () => {
    created = await createMigrated();
    world = await openPayoutWorld(await openDatabase(created.config));
    wallet = world.wallet;
  });
  afterEach(async () => {
    await world.deps.db.close();
    await created.drop();
  });

  /** Gateways with one or more endpoints. */
  const gateways = (...faults: WalletFaults[]) => void (world.deps.chains = [wallet.asChain(...faults)]);
  const sql = (text: string, values: unknown[]) => world.deps.db.pool.query<{ nonce: string }>(text, values);
  const nonceOf = async (id: string) => {
    const { rows } = await sql('SELECT nonce FROM withdrawal_nonces WHERE withdrawal_id = $1', [id]);
    return rows[0] && Number(rows[0].nonce);
  };
  it('that is fifty too many, always and from the first look on, stops all signing, and the operator hears of it', async () => {
    const faults: WalletFaults = { nonce: (count) => count + 50 };
    gateways(faults);
    const one = await world.payout();
    await world.rounds(3);
    expect(await nonceOf(one.id)).toBeUndefined();
    expect(world.alerts()).toEqual(['withdrawals-halted unexplained']);
    delete faults.nonce;
    await world.rounds(7);
    expect(await nonceOf(one.id)).toBe(0);
    expect(await world.statusOf(one)).toBe('success');
  });

  it('stops all signing while two endpoints differ; an invented count is told at once', async () => {
    const [first, second]: WalletFaults[] = [{}, {}];
    gateways(first!, second!);
    const one = await world.payout();
    second!.nonce = (count) => count + 50;
    await world.rounds(2);
    expect(await nonceOf(one.id)).toBeUndefined();
    expect(world.alerts()).toEqual(['withdrawal-nonce-doubtful']);
    delete second!.nonce;
    await world.rounds(7);
    expect(await nonceOf(one.id)).toBe(0);
    // An endpoint that is late by a block is no news, unless it stays late.
    const two = await world.payout();
    first!.nonce = () => 0;
    await world.rounds(2);
    expect(world.alerts()).toEqual(['withdrawal-nonce-doubtful']);
    world.time.now += 60_000;
    await world.rounds(2);
    expect(await nonceOf(two.id)).toBeUndefined();
    expect(world.alerts()).toEqual(['withdrawal-nonce-doubtful', 'withdrawal-nonce-doubtful']);
    delete first!.nonce;
    await world.rounds(7);
    expect(wallet.paidTo(two.who.address)).toHaveLength(1);
  });

  it('lets what is signed go on when one of two endpoints is gone, and new ones wait', async () => {
    const gone: WalletFaults = {};
    gateways({}, gone);
    const one = await world.payout();
    await world.round();
    expect(await nonceOf(one.id)).toBe(0);
    gone.fails = 'unreachable';
    const two = await world.payout();
    await world.rounds(6);
    expect(await world.statusOf(one)).toBe('success');
    expect(await nonceOf(two.id)).toBeUndefined();
    delete gone.fails;
    world.time.now += 120_000;
    await world.rounds(7);
    expect(await world.statusOf(two)).toBe('success');
  });

  it('stops all signing beside a transaction of somebody else in the pool', async () => {
    gateways();
    const first = await world.payout();
    await world.rounds(6);
    wallet.sendOutside('0x00000000000000000000000000000000000000A1', 1n);
    const second = await world.payout();
    await world.round();
    expect(await nonceOf(first.id)).toBe(0);
    expect(await nonceOf(second.id)).toBeUndefined();
    expect(world.alerts()).toEqual(['withdrawal-nonce-gap pool']);
  });

  /** A database of before: its withdrawal was signed fifty nonces above the chain. */
  async function stranded() {
    gateways();
    await world.operator('withdrawal halt', { reason: 'setting up' });
    const { who, id } = await world.payout();
    await world.rounds(1);
    const { network, chainId, sender } = world.deps.chains[0]!;
    const signed = await sender!.sign({
      nonce: 50,
      to: who.address,
      raw: raw('100'),
      gasPrice: 10n ** 9n,
      gasLimit: 60_000n,
    });
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
      [id, network, signed.txId, signed.bytes, String(raw('100'))],
    );
    await sql(`UPDATE withdrawals SET state = 'sending' WHERE id = $1`, [id]);
    await world.operator('withdrawal resume', {});
    return { who, id };
  }

  it('stops all signing after a gap of nonces; what was signed above it is reissued with its own nonce, and paid once', async () => {
    const one = await stranded();
    const later = await world.payout('30');
    await world.rounds(3);
    expect(world.alerts()).toEqual(['withdrawals-halted operator', 'withdrawal-nonce-gap gap']);
    expect(await nonceOf(later.id)).toBeUndefined();
    expect(wallet.paidTo(one.who.address)).toHaveLength(0);
    expect(await world.operator('withdrawal reissue', { id: one.id })).toMatchObject({ ok: true });
    expect(await world.operator('withdrawal reissue', { id: one.id })).toMatchObject({ ok: false });
    await world.rounds(8);
    expect(await nonceOf(one.id)).toBe(50);
    expect(wallet.paidTo(one.who.address)).toHaveLength(1);
    expect(await world.statusOf(one)).toBe('success');
    expect(await nonceOf(later.id)).toBe(51);
    expect(wallet.paidTo(later.who.address)).toHaveLength(1);
    expect(await world.operator('withdrawal reissue', { id: one.id })).toMatchObject({ ok: false });
    expect(await world.findings()).toEqual([]);
  });
});
