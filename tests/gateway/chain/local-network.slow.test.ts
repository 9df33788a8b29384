/** The local test network under a gateway of its own: paid from outside, killed in the middle, there again, gone with it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layDatabaseInto } from '../../support/database-image';
import { sendOk } from '../../support/envelope-client';
import { codeFromMailbox, startGateway, type GatewayProcess } from '../../support/gateway-process';
import { actOn } from '../../support/operator';
import { madeFolder } from '../../support/made-folder';
import { SLOW_MS, until } from '../support/until';

/** Process ids of the nodes of the chain whose state lies in `folder`, as the system lists them (Linux). */
function nodesOf(folder: string): number[] {
  const chainId = readFileSync(join(folder, 'chain-id'), 'utf8');
  const isNode = (pid: string) => {
    try {
      const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return program.endsWith('/anvil') && args.includes(chainId);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name) && isNode(name))
    .map(Number);
}

const ENV = { LOCAL_CHAIN: '1', SERVE_APP: '0', DEMO: '0' };

describe.runIf(existsSync('/proc/self'))('a gateway with the local test network', () => {
  const varDir = madeFolder('local-chain');
  const chainFolder = join(varDir, 'chain');
  let gateway: GatewayProcess;
  let token: string;
  let address: string;

  const start = () => startGateway({ from: 'bundle', varDir, env: ENV });
  const operate = (command: string, input: unknown) => actOn(varDir, command, input);
  const sent = (amount: string) =>
    until(
      () => operate('chain send', { to: address, amount }),
      ({ ok }) => ok,
    );
  const deposits = async () => (await sendOk(gateway.origin, 'deposits', {}, { token })).items;
  const statuses = async () => (await deposits()).map(({ status, amount }) => `${status} ${amount}`);
  const cash = async () => (await sendOk(gateway.origin, 'assets', {}, { token })).totalUsdt;
  const until3 = (count: number) =>
    until(statuses, (found) => found.length === count && found.every((one) => !one.startsWith('confirming')));

  beforeAll(async () => {
    await layDatabaseInto(varDir);
    gateway = await start();
    await operate('config set', { key: 'deposits.localBlockMs', value: 200 });
    const invitationCode = /Invitation\s+([A-Z2-9]{8})/.exec(gateway.output())?.[1] ?? '';
    const email = 'payee@example.com';
    await sendOk(gateway.origin, 'sendRegisterCode', { email, invitationCode });
    const code = await codeFromMailbox(varDir, email);
    const { ticket } = await sendOk(gateway.origin, 'checkRegisterInfo', { loginName: email, invitationCode, code });
    const registration = { ticket: ticket ?? '', nickname: 'Payee', password: 'Tr1cky-Kelp' };
    ({ token } = await sendOk(gateway.origin, 'register', registration));
  }, SLOW_MS);
  afterAll(() => gateway.stop());

  it('says what it is, and has an address', async () => {
    expect(gateway.output()).toMatch(/Deposits\s+over a local test network/);
    const { networks } = await sendOk(gateway.origin, 'depositAddresses', {}, { token });
    expect(networks).toMatchObject([{ network: 'BEP20', isTest: true, minimum: '1.000000', confirmations: 3 }]);
    address = networks[0]?.address ?? '';
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  });

  it(
    'credits what is paid from outside, once, also when the gateway is killed in the middle',
    async () => {
      await sent('250.5');
      // The second block is made when the state with the first one is on the disk.
      await until(deposits, (items) => (items[0]?.confirmations ?? 0) >= 2);
      await gateway.stop('SIGKILL');
      expect(
        await until(
          async () => nodesOf(chainFolder),
          (nodes) => nodes.length === 0,
        ),
      ).toEqual([]);
      gateway = await start();
      expect(await until3(1)).toEqual(['credited 250.500000']);
      await sent('0.999999');
      await sent('1.0000000000000001');
      expect(await until3(3)).toEqual(['credited 1.000000', 'too-small 0.999999', 'credited 250.500000']);
      expect(await cash()).toBe('251.500000');
    },
    SLOW_MS,
  );

  it('the operator sees that chain and ledger agree', async () => {
    expect(await operate('reconcile', { chain: true })).toMatchObject({ ok: true, failed: false });
    expect(await operate('chain status', {})).toMatchObject({ ok: true, failed: false, data: [{ isTest: true }] });
    expect(await operate('chain send', { to: address, amount: '1e3' })).toMatchObject({ ok: false, fault: 'input' });
    expect(await operate('chain send', { to: '0x12', amount: '1' })).toMatchObject({ ok: false, fault: 'input' });
  });

  it(
    'goes on without its node, and with it when it is there again',
    async () => {
      const [node] = nodesOf(chainFolder);
      if (node === undefined) throw new Error('there is no node');
      process.kill(node, 'SIGKILL');
      expect((await fetch(`${gateway.origin}/readyz`)).status).toBe(200);
      expect(await cash()).toBe('251.500000');
      await until(
        async () => nodesOf(chainFolder),
        (nodes) => nodes.length === 1 && nodes[0] !== node,
      );
      await sent('2');
      expect((await until3(4))[0]).toBe('credited 2.000000');
      // Also of the wallet that pays out, which the faucet has filled again.
      await until(
        () => operate('reconcile', { chain: true }),
        (reply) => reply.ok && !reply.failed,
      );
    },
    SLOW_MS,
  );

  it('ends with the gateway', async () => {
    expect(await gateway.stop()).toBe(0);
    expect(nodesOf(chainFolder)).toEqual([]);
  });
});
