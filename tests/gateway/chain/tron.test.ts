/** TRC20 against the HTTP interface of a Tron node: answers in the shapes of its documentation, served by a local server. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { evmFormat, hdAddresses } from '../../../gateway/adapters/chain/hd-addresses';
import { tronReader } from '../../../gateway/adapters/chain/tron-endpoint';
import { base58Check, tronFormat } from '../../../gateway/adapters/chain/tron-address';
import { tronChain } from '../../../gateway/adapters/chain/tron-chain';
import { withTransaction } from '../../../gateway/db/transaction';
import { reconcileChains } from '../../../gateway/domain/deposits/reconcile';
import type { Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { openDepositWorld, type DepositWorld } from './deposit-world';

/** The seed of the mnemonic that everybody tests with, `abandon … about`. */
const SEED =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const root = HDKey.fromMasterSeed(Buffer.from(SEED, 'hex'));
const XPUB = root.derive("m/44'/195'/0'").publicExtendedKey;
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const USDT_HEX = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SENDER = 'a2726afbecbd8e936000ed684cef5e2f5cf43008';

const word = (text: string) => text.padStart(64, '0');
const idOf = (number: number, salt = 'b') => `${number.toString(16).padStart(16, '0')}${salt.repeat(48)}`;
const txOf = (number: number) => number.toString(16).padStart(64, 'c');

const header = (number: number) => ({
  blockID: idOf(number),
  block_header: {
    raw_data: {
      ...(number > 0 && { number, timestamp: 1_795_248_000_000 + number * 3_000 }),
      parentHash: number === 0 ? '0'.repeat(64) : idOf(number - 1),
      witness_address: '41f16412b9a17ee9408646e2a21e16478f72ed1e95',
      version: 31,
    },
    witness_signature: '00',
  },
});

const transferLog = (to: string, units: bigint, address = USDT_HEX) => ({
  address,
  topics: [TRANSFER, word(SENDER), word(Buffer.from(base58Check(to).subarray(1)).toString('hex'))],
  data: word(units.toString(16)),
});

const info = (number: number, id: string, log: object[], result = 'SUCCESS') => ({
  id,
  blockNumber: number,
  blockTimeStamp: 1_795_248_000_000 + number * 3_000,
  contractResult: [word('1')],
  contract_address: `41${USDT_HEX}`,
  receipt: { energy_usage_total: 64_285, net_usage: 345, result },
  log,
});

/** A node that knows blocks 0…head and what was transferred in them. */
class Node {
  head = 5;
  infos = new Map<number, object[]>();
  held = 0n;
  refuses: { status: number; headers: Record<string, string>; text: string } | null = null;
  readonly asked: string[] = [];
  #server: Server | null = null;

  answer(path: string, body: Record<string, unknown>): unknown {
    const number = Number(body['num']);
    switch (path) {
      case '/wallet/getnowblock':
        return header(this.head);
      case '/wallet/getblockbynum':
        return number <= this.head ? header(number) : {};
      case '/wallet/gettransactioninfobyblocknum':
        return this.infos.get(number) ?? [];
      case '/wallet/gettransactioninfobyid':
        return [...this.infos.values()].flat().find((one) => 'id' in one && one.id === body['value']) ?? {};
      case '/wallet/triggerconstantcontract':
        return { result: { result: true }, constant_result: [word(this.held.toString(16))] };
      default:
        return { Error: `no ${path}` };
    }
  }

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        this.asked.push(request.url ?? '');
        const refusal = this.refuses;
        response.writeHead(refusal?.status ?? 200, refusal?.headers ?? { 'content-type': 'application/json' });
        response.end(refusal?.text ?? JSON.stringify(this.answer(request.url ?? '', JSON.parse(text) as never)));
      });
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

describe('addresses out of an extended public key', () => {
  it('are those that wallets have for the same seed', () => {
    const evm = hdAddresses(root.derive("m/44'/60'/0'").publicExtendedKey, evmFormat);
    expect(evm.addressAt([0, 0])).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    expect(hdAddresses(XPUB, tronFormat).addressAt([0, 0])).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
    expect(evm.addressAt([0, 1])).not.toBe(evm.addressAt([0, 0]));
  });

  it('are Base58Check on Tron: account, network byte and checksum', () => {
    expect(tronFormat(Buffer.from(USDT_HEX, 'hex'))).toBe(USDT);
    expect(Buffer.from(base58Check(USDT)).toString('hex')).toBe(`41${USDT_HEX}`);
    for (const wrong of [`${USDT.slice(0, -1)}u`, USDT.slice(1), 'T'.repeat(34), '']) {
      expect(() => base58Check(wrong), wrong).toThrow(RangeError);
    }
  });

  it('come from a public key only', () => {
    expect(() => hdAddresses(root.privateExtendedKey, evmFormat)).toThrow('private');
    expect(() => hdAddresses('xpub-not', evmFormat)).toThrow();
  });
});

describeOnDatabase('TRC20', (fixture) => {
  const node = new Node();
  let url: string;
  let world: DepositWorld;
  let who: Person;
  let address: string;

  beforeAll(async () => {
    url = await node.start();
    world = await openDepositWorld(fixture.database);
    world.time.now = 1_795_248_060_000;
    const options = { urls: [url], token: USDT, chainId: idOf(0), xpub: XPUB, apiKey: null, startBlock: 1 };
    world.use(tronChain(options));
    who = await world.person('0');
    address = await world.addressOf(who);
  });
  beforeEach(() => {
    node.refuses = null;
    node.asked.length = 0;
  });
  afterAll(() => node.stop());

  it('a transfer is seen, confirmed and credited; failed ones and other contracts’ are none', async () => {
    expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    node.infos.set(5, [
      info(5, txOf(1), [transferLog(address, 7_000_000n, '11'.repeat(20)), transferLog(address, 25_500_000n)]),
      info(5, txOf(2), [transferLog(address, 9_000_000n)], 'REVERT'),
      // A node that puts the network's byte before the contract.
      info(5, txOf(3), [transferLog(address, 999_999n, `41${USDT_HEX}`)]),
    ]);
    expect(await world.watch()).toBe(0);
    const found = await world.depositsOf(who);
    expect(found.map(({ status, sent, txId }) => [status, sent, txId])).toEqual([
      ['confirming', '25.500000', txOf(1)],
      ['too-small', '0.999999', txOf(3)],
    ]);
    expect(found[0]).toMatchObject({
      network: 'TRC20',
      isTest: false,
      fromAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    });
    node.head = 8;
    world.time.now += 9_000;
    expect(await world.watch()).toBe(1);
    expect(await world.cash(who)).toBe('25.500000');
    node.held = 26_499_999n;
    expect(await withTransaction(world.deps.db, (tx) => reconcileChains(tx, world.deps.chains))).toEqual([]);
  });

  it.each([
    ['rate-limited', { status: 429, headers: { 'retry-after': '7' }, text: '' }, 7_000],
    ['unreachable', { status: 502, headers: {}, text: '<html>' }, null],
    ['malformed', { status: 200, headers: {}, text: '<html>' }, null],
    ['malformed', { status: 200, headers: {}, text: '{"blockID":"12"}' }, null],
  ])('says %s', async (code, refusal, retryAfterMs) => {
    node.refuses = refusal;
    const reader = tronReader({ url, token: USDT, apiKey: 'key' });
    await expect(reader.head()).rejects.toMatchObject({ name: 'ChainError', code, retryAfterMs });
  });
});
