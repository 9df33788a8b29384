/** Operators prove that they may act: accounts, keys, signed statements, roles and enrolment (docs/rules.md §12). */
import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeOperatorKey, passingSigner, readOperatorKey, type Signer } from '../../../gateway/adapters/operator-key';
import { codeFile, ensureCode, readCode } from '../../../gateway/operator/first-code';
import { COMMANDS } from '../../../gateway/operator/command-list';
import { mayDo } from '../../../gateway/operator/roles';
import type { SignedStatement } from '../../../gateway/operator/statement';
import { answer, askGateway, openControlSocket } from '../../../gateway/operator/transport';
import { madeFolder } from '../../support/made-folder';
import { openGatewayWorld, type GatewayWorld } from '../world';
import { describeOnDatabase } from '../support/database';
import { act, actAsTwo, operatorSigner, signedBy } from '../support/operators';

const MINUTE_MS = 60_000;
const denied = (message: RegExp) => ({ ok: false, fault: 'denied', message: expect.stringMatching(message) });

describeOnDatabase('operators', (fixture) => {
  let world: GatewayWorld;
  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await operatorSigner(world.deps, 'ann');
  });

  const signed = async (command: string, input: object, signer?: Signer): Promise<SignedStatement> =>
    signedBy(signer ?? (await operatorSigner(world.deps, 'ann')), world.deps, command, input);
  const funding = () => {
    const runId = crypto.randomUUID();
    return { pool: 'yield', asset: 'USDT', amount: '7', from: 'operator-capital', reason: 'x', runId };
  };
  const price = async () => {
    const reply = await act(world.deps, 'price show', {});
    return reply.ok ? (reply.data as { price: string | null }).price : null;
  };
  const acts = async () => {
    const { rows } = await fixture.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_log');
    return rows[0]?.n ?? 0;
  };
  /** Nothing of it has happened, and nothing is in the audit. */
  const refuses = async (one: SignedStatement, message: RegExp) => {
    const before = [await price(), await acts()];
    expect(await answer(world.deps, one)).toMatchObject(denied(message));
    // The two readings of the price are acts as well.
    expect([await price(), (await acts()) - 1]).toEqual([before[0], before[1]]);
  };

  it('one key is one operator, whatever it calls itself: over the socket two names of one process are one', async () => {
    const path = join(madeFolder('socket'), 'operator.sock');
    const socket = await openControlSocket(world.deps, path, (error) => {
      throw error;
    });
    const input = funding();
    const before = await world.poolFree();
    const made = await askGateway(path, await signed('fund-pool', input));
    const id = made?.ok === true ? (made.data as { proposal: string }).proposal : '';
    const approval = await signed('proposal approve', { id, command: 'fund-pool', input });
    const renamed = { ...approval, actor: 'os:bob', statement: { ...approval.statement, actor: 'os:bob' } };
    expect(await askGateway(path, renamed as SignedStatement)).toMatchObject({ ok: false, fault: 'input' });
    expect(await askGateway(path, approval)).toMatchObject({ ok: false, message: expect.stringMatching(/yourself/) });
    expect(await world.poolFree()).toBe(before);
    await socket.close();
  });

  it('refuses a changed command, argument, time, nonce or key, and a signature of something else', async () => {
    const one = await signed('price set', { rabUsdt: '0.126' });
    const { statement } = one;
    const changes: Partial<SignedStatement['statement']>[] = [
      { command: 'price show', input: {} },
      { input: { rabUsdt: '0.127' } },
      { at: statement.at + 1 },
      { nonce: crypto.randomUUID() },
      { key: passingSigner().publicKey },
      { key: 'AAAA' },
    ];
    for (const change of changes) {
      await refuses({ ...one, statement: { ...statement, ...change } }, /signature does not fit/);
    }
    const bare = await operatorSigner(world.deps, 'ann');
    const signature = Buffer.from(await bare.sign(Buffer.from(JSON.stringify(statement)))).toString('base64');
    await refuses({ statement, signature }, /signature does not fit/);
    await refuses({ statement, signature: '' }, /signature does not fit/);
  });

  it('refuses an old statement, one from the future, and any statement the second time, also when it was refused', async () => {
    const one = await signed('price set', { rabUsdt: '0.126' });
    world.time.now += 5 * MINUTE_MS + 1;
    await refuses(one, /another time/);
    const early = await signed('price set', { rabUsdt: '0.126' });
    world.time.now -= 5 * MINUTE_MS + 1;
    await refuses(early, /another time/);
    const once = await signed('price set', { rabUsdt: '0.126' });
    const both = await Promise.all([answer(world.deps, once), answer(world.deps, once)]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await refuses(once, /sent before/);
    const unfit = await signed('withdrawal approve', { id: '999999' });
    expect(await answer(world.deps, unfit)).toMatchObject({ ok: false, fault: 'state' });
    await refuses(unfit, /sent before/);
  });

  it('refuses an unknown key, a revoked one at once, and the one that another has replaced', async () => {
    await refuses(await signed('price set', { rabUsdt: '0.125' }, passingSigner()), /no operator has this key/);
    const [eve, next] = [await operatorSigner(world.deps, 'eve'), passingSigner()];
    expect(await actAsTwo(world.deps, 'operator rekey', { name: 'eve', publicKey: next.publicKey })).toMatchObject({
      ok: true,
    });
    await refuses(await signed('price set', { rabUsdt: '0.125' }, eve), /revoked/);
    expect(await answer(world.deps, await signed('config list', {}, next))).toMatchObject({ ok: true });
    expect(await act(world.deps, 'operator revoke', { name: 'eve', reason: 'stolen' })).toMatchObject({ ok: true });
    await refuses(await signed('price set', { rabUsdt: '0.125' }, next), /revoked/);
    // Neither the name nor a key of hers serves anybody again.
    for (const input of [
      { name: 'eve', role: 'admin', publicKey: passingSigner().publicKey },
      { name: 'eve-2', role: 'admin', publicKey: next.publicKey },
    ]) {
      expect(await act(world.deps, 'operator enrol', input)).toMatchObject({
        ok: false,
        message: expect.stringMatching(/is or was/),
      });
    }
  });

  it('each command names the least role, and nobody below it gets through', async () => {
    const table: [string, object, string, boolean][] = [
      ['price set', { rabUsdt: '0.125' }, 'support', false],
      ['price set', { rabUsdt: '0.125' }, 'reviewer', false],
      ['price set', { rabUsdt: '0.125' }, 'finance', true],
      ['identity list', { status: 'pending-review', limit: 1 }, 'support', false],
      ['identity list', { status: 'pending-review', limit: 1 }, 'finance', false],
      ['identity list', { status: 'pending-review', limit: 1 }, 'reviewer', true],
      ['config list', {}, 'support', true],
      ['config set', { key: 'app.maintenance', value: false }, 'finance', false],
      ['config set', { key: 'app.maintenance', value: false }, 'admin', true],
      ['operator revoke', { name: 'nobody', reason: 'x' }, 'finance', false],
    ];
    for (const [command, input, role, may] of table) {
      const signer = await operatorSigner(world.deps, `one-${role}`, role as 'support');
      const reply = await answer(world.deps, await signed(command, input, signer));
      expect([command, role, reply.ok]).toEqual([command, role, may]);
      if (!may) expect(reply).toMatchObject(denied(/ is for /));
    }
    expect(COMMANDS.filter(({ role }) => role !== 'unenrolled' && !mayDo('admin', role))).toEqual([]);
    expect(COMMANDS.filter(({ role }) => role === 'unenrolled').map(({ name }) => name)).toEqual(['operator claim']);
  });

  it('the second operator needs the role too, and the first must still be there', async () => {
    await operatorSigner(world.deps, 'sue', 'support');
    const input = funding();
    expect(await actAsTwo(world.deps, 'fund-pool', input, ['ann', 'sue'])).toMatchObject(denied(/is for finance/));
    await operatorSigner(world.deps, 'gus');
    const made = await act(world.deps, 'fund-pool', { ...input, amount: '8' }, 'gus');
    const { proposal: id } = (made as { data: { proposal: string } }).data;
    await act(world.deps, 'operator revoke', { name: 'gus', reason: 'left' });
    expect(
      await act(world.deps, 'proposal approve', { id, command: 'fund-pool', input: { ...input, amount: '8' } }),
    ).toMatchObject({
      ok: false,
      message: expect.stringMatching(/gus, who proposed it, was revoked/),
    });
  });

  it('nobody acts on their own request, nor changes their own role', async () => {
    const person = await world.person('10');
    await operatorSigner(world.deps, 'olga', 'admin', person.userId);
    const input = { name: 'mine', asset: 'USDT', list: [{ user: person.userId, amount: '1' }] };
    expect(await act(world.deps, 'grant-airdrop', input, 'olga')).toMatchObject(denied(/your own account/));
    expect(await act(world.deps, 'identity approve', { user: person.userId, version: 1 }, 'olga')).toMatchObject(
      denied(/your own account/),
    );
    expect(await act(world.deps, 'operator role', { name: 'olga', role: 'support' }, 'olga')).toMatchObject(
      denied(/own role/),
    );
    expect(
      await actAsTwo(world.deps, 'operator role', { name: 'olga', role: 'support' }, ['ann', 'olga']),
    ).toMatchObject(denied(/own role/));
    expect(await actAsTwo(world.deps, 'operator role', { name: 'olga', role: 'support' })).toMatchObject({ ok: true });
    expect(await act(world.deps, 'price set', { rabUsdt: '0.125' }, 'olga')).toMatchObject(denied(/is for finance/));
  });

  it('figures take two but for the few that concern nobody, and so does a jump of the price', async () => {
    const proposes = async (command: string, input: object) => {
      const reply = await act(world.deps, command, input);
      if (!reply.ok) throw new Error(reply.message);
      return 'proposal' in (reply.data as object);
    };
    expect(await proposes('config set', { key: 'withdrawals.secondOperatorAbove', value: '1000000' })).toBe(true);
    expect(await proposes('config set', { key: 'operators.proposalMs', value: 60_000 })).toBe(true);
    expect(await proposes('config set', { key: 'app.maintenance', value: false })).toBe(false);
    await actAsTwo(world.deps, 'price set', { rabUsdt: '0.1' });
    expect(await proposes('price set', { rabUsdt: '0.105' })).toBe(false);
    expect(await proposes('price set', { rabUsdt: '0.110251' })).toBe(true);
    expect(await proposes('price set', { rabUsdt: '0.099749' })).toBe(true);
    expect(await price()).toBe('0.105000');
    await actAsTwo(world.deps, 'config set', { key: 'exchange.priceJump', value: '0.5' });
    expect(await proposes('price set', { rabUsdt: '0.15' })).toBe(false);
    expect(await proposes('grant-airdrop', { name: 'none', asset: 'RAB', list: [] }).catch(() => 'refused')).toBe(
      'refused',
    );
  });

  it.each([
    [`UPDATE operators SET name = 'x-' || name`],
    [`DELETE FROM operators`],
    [`UPDATE operator_keys SET revoked_at = NULL WHERE revoked_at IS NOT NULL`],
  ])('are kept by the database: %s', async (statement) => {
    await expect(fixture.owner(({ pool }) => pool.query(statement))).rejects.toThrow(/immutable/);
  });
});

describeOnDatabase('enrolment', (fixture) => {
  it('the first by a code that counts once, the second by the first, others by two', async () => {
    const { deps } = await openGatewayWorld(fixture.database);
    const folder = madeFolder('enrolment');
    const say = async (signer: Signer, command: string, input: object) =>
      answer(deps, await signedBy(signer, deps, command, input));
    const [ann, bob, mallory] = [passingSigner(), passingSigner(), passingSigner()];

    // Gateways that share a folder and start together.
    const [code, ...others] = await Promise.all([1, 2, 3].map(() => ensureCode(deps, folder, false)));
    expect(others).toEqual([code, code]);
    expect(code).toMatch(/^([A-Z2-9]{5}-){3}[A-Z2-9]{5}$/);
    expect(statSync(codeFile(folder)).mode & 0o777).toBe(0o600);
    // The same one at the next start; it is in no row.
    expect(await ensureCode(deps, folder, false)).toBe(code);
    const { rows } = await fixture.database.pool.query<{ hash: string }>('SELECT hash FROM operator_code');
    expect(rows[0]?.hash).not.toContain(code?.slice(0, 5));

    const claim = (signer: Signer, name: string, given: string | null | undefined = code) =>
      say(signer, 'operator claim', { name, code: given });
    expect(await claim(mallory, 'mallory', 'AAAAA-AAAAA-AAAAA-AAAAA')).toMatchObject(denied(/not the code/));
    expect(
      await say(mallory, 'operator enrol', { name: 'mallory', role: 'admin', publicKey: mallory.publicKey }),
    ).toMatchObject(denied(/no operator has this key/));
    const both = await Promise.all([claim(ann, 'ann'), claim(mallory, 'mallory')]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const first = both[0]?.ok === true ? ann : mallory;
    expect(await claim(passingSigner(), 'again')).toMatchObject(denied(/not the code/));
    expect(await ensureCode(deps, folder, false)).toBeNull();
    expect(existsSync(codeFile(folder))).toBe(false);

    const enrolment = { name: 'bob', role: 'admin', publicKey: bob.publicKey };
    expect(await say(first, 'operator enrol', { ...enrolment, role: 'finance' })).toMatchObject({
      ok: false,
      fault: 'state',
    });
    expect(await say(first, 'operator enrol', enrolment)).toMatchObject({ ok: true, data: { name: 'bob' } });
    const third = { name: 'cleo', role: 'finance', publicKey: passingSigner().publicKey };
    const made = await say(first, 'operator enrol', third);
    expect(made).toMatchObject({ ok: true, data: { command: 'operator enrol' } });
    const { proposal: id } = (made as { data: { proposal: string } }).data;
    expect(await say(first, 'proposal approve', { id, command: 'operator enrol', input: third })).toMatchObject({
      ok: false,
    });
    expect(await say(bob, 'proposal approve', { id, command: 'operator enrol', input: third })).toMatchObject({
      ok: true,
    });
    expect(await say(bob, 'audit verify', {})).toMatchObject({ data: { isSound: true } });

    // All keys are lost: whoever starts the gateway asks for a code.
    const again = await ensureCode(deps, folder, true);
    expect(await claim(passingSigner(), 'dora', again)).toMatchObject({ ok: true });
    const unused = await ensureCode(deps, folder, true);
    expect(unused).not.toBe(again);
    expect(await ensureCode(deps, folder, false)).toBeNull();
    expect(await readCode(folder)).toBeNull();
    expect(await claim(passingSigner(), 'emil', unused)).toMatchObject(denied(/not the code/));
  });
});

describe("an operator's key", () => {
  it('lies encrypted in a file of its user alone, and only the passphrase opens it', async () => {
    const path = join(madeFolder('key'), 'new', 'ann.pem');
    await expect(makeOperatorKey(path, 'short')).rejects.toThrow(/at least 8/);
    const made = await makeOperatorKey(path, 'correct horse');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    const read = await readOperatorKey(path, async () => 'correct horse');
    expect(read.publicKey).toBe(made.publicKey);
    await expect(readOperatorKey(path, async () => 'wrong horse')).rejects.toThrow(/does not open/);
    await expect(makeOperatorKey(path, 'correct horse')).rejects.toThrow(/there is a file/);
    await expect(readOperatorKey(`${path}.other`, async () => '')).rejects.toThrow(/there is none/);
    await writeFile(`${path}.open`, '-----BEGIN PRIVATE KEY-----');
    await expect(readOperatorKey(`${path}.open`, async () => '')).rejects.toThrow(/no key that a passphrase encrypts/);
  });
});
