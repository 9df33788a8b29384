/** Deposits are gathered into the wallet over a real EVM node: planned here, signed elsewhere, read back (docs/rules.md §4). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { encodeFunctionData, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import testUsdt from '../../../gateway/adapters/chain/contracts/TestUsdt.json' with { type: 'json' };
import { withTransaction } from '../../../gateway/db/transaction';
import type { SignedBatch, UnsignedBatch } from '../../../gateway/domain/gathering/batch';
import { reconcileChains } from '../../../gateway/domain/deposits/reconcile';
import { watchDeposits } from '../../../gateway/jobs/deposits';
import { EXIT } from '../../../gateway/operator/cli';
import { madeFolder } from '../../support/made-folder';
import { describeOnDatabase } from '../support/database';
import { runOperator } from '../support/operators';
import { startTestNode, type TestNode } from '../withdrawals/node';
import { openWithdrawalWorld, type WithdrawalWorld } from '../withdrawals/world';

const usdt = (whole: number) => BigInt(whole) * 10n ** 18n;
const account = HDKey.fromMasterSeed(new Uint8Array(64).fill(9)).derive("m/44'/60'/0'");

describeOnDatabase('gathering deposits', (fixture) => {
  let node: TestNode;
  let world: WithdrawalWorld;
  let wallet: string;
  const folder = madeFolder('gathering');
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    node = await startTestNode();
    world = await openWithdrawalWorld(fixture.database);
    world.deps.chains = [node.chain];
    wallet = node.chain.sender?.address ?? '';
    await node.pay(wallet, usdt(100));
    writeFileSync(file('key'), account.privateExtendedKey);
  });
  afterAll(() => node.process.stop());

  async function run(...line: string[]) {
    const releases = () => ({ callerDir: folder, releasesDir: folder, keyFile: '', now: () => world.time.now });
    const { code, out, err } = await runOperator(world.deps, line, { releases });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }
  const plan = (out: string) => run('gathering', 'plan', '--network', 'BEP20', '--out', out);
  const sign = (from: string, out: string, to = wallet, token: string = node.token, key = 'key') =>
    run(
      ...['gathering', 'sign', '--file', from, '--key-file', key, '--to', to, '--token', token],
      ...['--chain-id', node.chain.chainId, '--out', out],
    );
  const submit = (name: string) => run('gathering', 'submit', '--file', name);
  const unsigned = (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as UnsignedBatch;
  const signed = (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as SignedBatch;
  const set = (key: string, value: string) => world.set(key as 'withdrawals.hotMaximum', value);
  const findings = () => withTransaction(fixture.database, (tx) => reconcileChains(tx, world.deps.chains));
  async function confirmed(): Promise<void> {
    await node.client.mine({ blocks: 3 });
    await watchDeposits(world.deps);
  }
  /** @returns the address that the money came to */
  async function deposited(whole: number): Promise<string> {
    const person = await world.person('0');
    const { networks } = await world.call(person, 'depositAddresses', {});
    const address = networks[0]?.address ?? '';
    await node.pay(address, usdt(whole));
    await confirmed();
    return address;
  }
  const giveGas = (address: string) => node.client.setBalance({ address: address as Hex, value: 10n ** 17n });
  const keyAt = (transfer: UnsignedBatch['transfers'][number] | undefined) =>
    (transfer?.derivationPath.split('/') ?? []).reduce((parent, index) => parent.deriveChild(Number(index)), account);
  /** A transfer that anybody could sign. */
  const bytesOf = async (privateKey: Hex, to: string, raw: bigint, nonce = 0) =>
    privateKeyToAccount(privateKey).signTransaction({
      type: 'legacy',
      chainId: Number(node.chain.chainId),
      nonce,
      to: node.token,
      data: encodeFunctionData({ abi: testUsdt.abi, functionName: 'transfer', args: [to, raw] }),
      gas: 100_000n,
      gasPrice: 10n ** 9n,
    });

  it('plans what fills the wallet up to its maximum, sends it signed, and the books agree before, between and after', async () => {
    const [large, middle, small] = [await deposited(1_000), await deposited(400), await deposited(5)];
    await set('withdrawals.hotMaximum', '1200');
    expect((await run('gathering', 'status', '--network', 'BEP20')).out).toContain(
      'it holds 1100.000000000000000000 USDT below withdrawals.hotMaximum',
    );
    const planned = await plan('plan.json');
    expect(planned.out).toMatch(/^1 transfers, 1000\.0+ USDT/);
    expect(planned.out).toMatch(new RegExp(`${large}\\tneeds 0\\.[0-9]+ of the chain's coin`));
    expect(unsigned('plan.json').transfers).toMatchObject([{ from: large, raw: String(usdt(1_000)), nonce: 0 }]);
    expect(await sign('plan.json', 'signed.json')).toMatchObject({ code: EXIT.done });
    // Without coin for gas no endpoint takes it; nothing has happened, and the same bytes go later.
    expect(await submit('signed.json')).toMatchObject({
      code: EXIT.refused,
      out: expect.stringContaining('no endpoint takes it'),
    });
    await giveGas(large);
    expect(await submit('signed.json')).toMatchObject({ code: EXIT.done, out: expect.stringContaining('\tsent') });
    expect(await submit('signed.json')).toMatchObject({ code: EXIT.done });
    await confirmed();
    expect(await node.tokenOf(wallet)).toBe(usdt(1_100));
    expect(await node.tokenOf(large)).toBe(0n);
    expect(await findings()).toEqual([]);
    expect((await run('gathering', 'status', '--network', 'BEP20')).out).toContain('onAddresses\t405.0');
    // An amount that does not fit the wallet stays, and so does one that is not worth its gas.
    expect((await plan('none.json')).out).toMatch(/^0 transfers/);
    await set('withdrawals.hotMaximum', '5000');
    expect(unsigned((await plan('next.json')) && 'next.json').transfers.map(({ from }) => from)).toEqual([middle]);
    await set('deposits.gatherMinimum', '1');
    expect((await plan('all.json')).out).toMatch(/^2 transfers, 405/);
    await giveGas(middle);
    await giveGas(small);
    await sign('all.json', 'all-signed.json');
    expect(await submit('all-signed.json')).toMatchObject({ code: EXIT.done });
    await confirmed();
    expect(await node.tokenOf(wallet)).toBe(usdt(1_505));
    expect(await findings()).toEqual([]);
    await set('withdrawals.hotMaximum', '1500');
    expect((await run('gathering', 'status', '--network', 'BEP20')).out).toContain(
      'it holds 5.000000000000000000 USDT above withdrawals.hotMaximum: move that to a wallet',
    );
    await set('withdrawals.hotMaximum', '50000');
  });

  it('an address that pays elsewhere meanwhile is left out, and its old bytes are told to be too late', async () => {
    const address = await deposited(50);
    await giveGas(address);
    await plan('late.json');
    await sign('late.json', 'late-signed.json');
    const { privateKey } = keyAt(unsigned('late.json').transfers[0]);
    const elsewhere = await bytesOf(
      `0x${Buffer.from(privateKey ?? []).toString('hex')}`,
      `0x${'12'.repeat(20)}`,
      usdt(50),
    );
    await node.client.sendRawTransaction({ serializedTransaction: elsewhere });
    await node.client.mine({ blocks: 1 });
    expect((await submit('late-signed.json')).out).toContain('another transaction of the address has its place');
    expect((await plan('left.json')).out).toContain('holds less than its deposits');
    // Money that left an address for anywhere else is a finding, for ever.
    await confirmed();
    expect((await findings()).map(({ check }) => check)).toContain('chain-balance');
  });

  it('signs nothing but transfers of this key to the wallet that the person names', async () => {
    const address = await deposited(70);
    await plan('honest.json');
    const stranger = `0x${'34'.repeat(20)}`;
    expect((await sign('honest.json', 'x.json', stranger)).err).toContain(`not to ${stranger}`);
    expect((await sign('honest.json', 'x.json', wallet, stranger)).err).toContain(
      'is not the transfer that the file says',
    );
    writeFileSync(file('other-key'), HDKey.fromMasterSeed(new Uint8Array(64).fill(8)).privateExtendedKey);
    expect((await sign('honest.json', 'x.json', wallet, node.token, 'other-key')).err).toContain(
      'is no address of this key',
    );
    writeFileSync(file('public-key'), account.publicExtendedKey);
    expect((await sign('honest.json', 'x.json', wallet, node.token, 'public-key')).err).toContain(
      'no extended private key',
    );
    // A plan that was changed on its way: says one thing, and has the bytes of another.
    const honest = unsigned('honest.json');
    const [transfer] = honest.transfers;
    if (!transfer) throw new Error('no transfer');
    const theft = await node.chain.gathering?.unsigned({
      nonce: 0,
      to: stranger,
      raw: usdt(70),
      gasPrice: 1n,
      gasLimit: 90_000n,
    });
    writeFileSync(file('stolen.json'), JSON.stringify({ ...honest, transfers: [{ ...transfer, unsigned: theft }] }));
    expect((await sign('stolen.json', 'x.json')).err).toContain(`the transaction of ${address} is not the transfer`);
    writeFileSync(file('more.json'), JSON.stringify({ ...honest, transfers: [{ ...transfer, raw: '1' }] }));
    expect((await sign('more.json', 'x.json')).err).toContain('is not the transfer that the file says');
    // An older file is never written over.
    expect(await plan('honest.json')).toMatchObject({
      code: EXIT.refused,
      err: expect.stringContaining('is there already'),
    });
  });

  it('sends nothing but transfers from deposit addresses to the wallet, and says what each of the others is', async () => {
    const address = await deposited(80);
    await giveGas(address);
    await plan('mixed.json');
    await sign('mixed.json', 'mixed-signed.json');
    const honest = signed('mixed-signed.json');
    const ours = unsigned('mixed.json').transfers.find(({ from }) => from === address);
    const { privateKey } = keyAt(ours);
    const key: Hex = `0x${Buffer.from(privateKey ?? []).toString('hex')}`;
    const others = [
      await bytesOf(key, `0x${'56'.repeat(20)}`, usdt(80)),
      await bytesOf(`0x${'77'.repeat(32)}`, wallet, usdt(80)),
      '0x1234',
    ];
    writeFileSync(file('others.json'), JSON.stringify({ ...honest, signed: others }));
    const { code, out } = await submit('others.json');
    expect(code).toBe(EXIT.refused);
    expect(out.split('\n').map((line) => line.split('\t').at(-1))).toEqual([
      'not sent: it does not go to the wallet that withdrawals are paid from',
      'not sent: it does not come from a deposit address',
      'not sent: these bytes are no signed transfer of the token on this chain',
    ]);
    expect(await node.tokenOf(address)).toBe(usdt(80));
    writeFileSync(file('other-chain.json'), JSON.stringify({ ...honest, chainId: '56' }));
    expect(await submit('other-chain.json')).toMatchObject({
      code: EXIT.input,
      err: expect.stringContaining('is for chain 56'),
    });
    writeFileSync(file('nonsense.json'), '{"format":"rab-signed-transfers-1"}');
    expect(await submit('nonsense.json')).toMatchObject({ code: EXIT.input });
  });
});
