import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../../gateway/operator/cli';
import type { SignedStatement } from '../../../gateway/operator/statement';
import { askGateway, askInstallation, openControlSocket } from '../../../gateway/operator/transport';
import { describeOnDatabase } from '../support/database';
import { operatorSigner, runOperator, signedBy } from '../support/operators';
import { openGatewayWorld, type GatewayWorld } from '../world';

/** A command line; `+` stands for a space within a word. */
const wordsOf = (line: string) => (line.match(/\S+/g) ?? []).map((word) => word.replaceAll('+', ' '));

describeOnDatabase('operator commands', (fixture) => {
  let world: GatewayWorld;
  const operator = (line: string) => runOperator(world.deps, wordsOf(line));
  /** With a second operator's approval. */
  const operators = async (line: string) => {
    const made = await operator(`--json ${line}`);
    if (!made.json.ok) return made;
    const { proposal } = made.json.data as { proposal: string };
    const json = line.startsWith('--json') ? ['--json'] : [];
    return runOperator(world.deps, [...json, 'proposal', 'approve', proposal], { actor: 'bob' });
  };
  const lastAct = async () => {
    const { json } = await operator('--json audit list --limit 1');
    return (
      json.data as { actor: string; act: string; subject: string | null; detail: Record<string, unknown>; at: string }[]
    )[0];
  };
  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('2500');
  });

  it('grants a published list from the airdrop pool, all or nothing, once', async () => {
    const [one, two] = [await world.person('0'), await world.person('0')];
    const grant = (name: string) =>
      operators(`--json grant-airdrop --name ${name} --asset RAB --to ${one.userId}=10 --to ${two.userId}=2.5`);
    const empty = await grant('spring');
    expect(empty).toMatchObject({
      code: EXIT.refused,
      json: { ok: false, message: 'airdrop-pool does not hold enough RAB' },
    });
    expect((await operators('fund-pool --pool airdrop --asset RAB --amount 20 --reason spring+list')).code).toBe(
      EXIT.done,
    );
    expect(await grant('spring')).toMatchObject({
      code: EXIT.done,
      json: { data: { total: '12.50000000', recipients: 2 } },
    });
    expect(await grant('spring')).toMatchObject({ code: EXIT.refused });
    const { cash } = await world.call(two, 'assets', {});
    expect(cash.find(({ asset }) => asset === 'RAB')?.total).toBe('2.50000000');
    const { items } = await world.call(two, 'accountStatement', { account: 'cash' });
    expect(items).toMatchObject([{ kind: 'airdrop', amount: '2.50000000', reference: 'spring' }]);
  });

  it('changes a figure from the next call on, and keeps before and after', async () => {
    const who = await world.person();
    expect((await operators('config set custody.minimumExclusive "250"')).out).toEqual([
      'custody.minimumExclusive: "100" → "250"',
    ]);
    expect((await world.call(who, 'custodyConfig', {})).minimumExclusive).toBe('250');
    expect(await lastAct()).toMatchObject({
      act: 'config set',
      subject: 'custody.minimumExclusive',
      detail: { before: '100', after: '250' },
    });
    expect((await operator('config get custody.minimumExclusive')).out).toEqual(['"250"']);
    expect((await operator('config list')).out.length).toBeGreaterThan(10);
    await operators('config set custody.minimumExclusive "100"');
  });

  it('shows users by any of their names', async () => {
    const who = await world.person('12.5');
    const { json } = await operator(`--json users show ${who.userId}`);
    const shown = json.data as {
      email: string;
      invitationCode: string;
      balances: { asset: string; kind: string; balance: string }[];
    };
    expect(shown.balances).toContainEqual(
      expect.objectContaining({ kind: 'user_cash', asset: 'USDT', balance: '12.500000' }),
    );
    expect(JSON.stringify(json)).not.toMatch(/hash/i);
    for (const name of [shown.email.toUpperCase(), shown.invitationCode.toLowerCase()]) {
      expect((await operator(`--json users show ${name}`)).json.data).toMatchObject({ id: who.userId });
    }
    const { json: listed } = await operator(`--json users list --search ${shown.email.slice(0, 12)} --limit 5`);
    expect(listed.data).toContainEqual(expect.objectContaining({ id: who.userId }));
    expect(await operator('users show nobody@example.com')).toMatchObject({
      code: EXIT.refused,
      err: ['there is no user nobody@example.com'],
    });
    expect((await operator('users list --search %')).out).toEqual([]);
  });

  it.each<[string, string]>([
    ['no such command', 'make-money'],
    ['an unknown option', 'fund-pool --pool yield --amount 5 --reason x --mint'],
    ['an amount with an exponent', 'fund-pool --pool yield --amount 1e3 --reason x'],
    ['too many decimals', 'fund-pool --pool yield --amount 1.0000001 --reason x'],
    ['a source that is not the operator’s', 'fund-pool --pool yield --amount 1 --from user_cash --reason x'],
    ['a figure of the wrong shape', 'config set custody.redeemFeeRate 1.5'],
    ['a banner to a screen that does not exist', 'banner publish --title EN=a --text EN=b --target /pages/x'],
  ])('refuses %s in one sentence, with exit code 2 and nothing done', async (_what, line) => {
    const pool = await world.poolFree();
    const before = await lastAct();
    const ran = await operator(line);
    expect(ran.code).toBe(EXIT.input);
    expect(ran.out).toEqual([]);
    expect(ran.err).toHaveLength(1);
    expect(ran.err[0]).toMatch(/^[^\n]{5,300}$/);
    expect(ran.err[0]).not.toMatch(/at .*\.ts|zod|Error:/i);
    expect(await world.poolFree()).toBe(pool);
    // The only act since is the audit list before it.
    expect(await lastAct()).toMatchObject({ act: 'audit list' });
    expect(before).toBeDefined();
  });

  it('reconciles, and names what is wrong with exit code 1', async () => {
    expect(await operator('reconcile')).toMatchObject({ code: EXIT.done, out: ['The ledger is sound.'] });
    const who = await world.person();
    const order = await world.place(who, '500');
    // As only somebody with the database in hands could.
    await fixture.owner(async ({ pool }) => {
      await pool.query('ALTER TABLE custody_orders DISABLE TRIGGER terms_fixed');
      await pool.query(
        `UPDATE custody_orders SET placed = placed + 1000000, principal = principal + 1000000 WHERE id = ${order.id}`,
      );
      await pool.query('ALTER TABLE custody_orders ENABLE TRIGGER terms_fixed');
    });
    const ran = await operator('--json reconcile');
    expect(ran.code).toBe(EXIT.refused);
    const { findings } = ran.json.data as { findings: { check: string; subject: string }[] };
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'custody-principal', subject: `trading account ${who.accountId}` }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'custody-changes', subject: `custody order ${order.id}` }),
    );
  });

  describe('through the running gateway', () => {
    it('is done by the gateway over a socket that only its user can open', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'operator-'));
      const path = join(folder, 'operator.sock');
      const asked = await signedBy(await operatorSigner(world.deps), world.deps, 'config list', {});
      expect([await askGateway(path, asked), await askInstallation(path)]).toEqual([null, null]);
      const errors: unknown[] = [];
      const socket = await openControlSocket(world.deps, path, (error) => errors.push(error));
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(await askInstallation(path)).toBe(asked.statement.installation);
      const send = async (signed: SignedStatement) =>
        (await askGateway(path, signed)) ?? Promise.reject(new Error('no gateway'));
      expect(await runOperator(world.deps, ['config', 'get', 'app.timeZone'], { send })).toMatchObject({
        code: EXIT.done,
        out: ['"Asia/Shanghai"'],
      });
      expect(await runOperator(world.deps, ['config', 'set', 'app.timeZone', 'Nowhere/Town'], { send })).toMatchObject({
        code: EXIT.input,
      });
      const malformed = await new Promise<string>((resolve, reject) => {
        const raw = connect(path, () => raw.write('not json\n'));
        let text = '';
        raw
          .on('data', (chunk) => (text += chunk))
          .on('end', () => resolve(text))
          .on('error', reject);
      });
      expect(JSON.parse(malformed)).toMatchObject({ ok: false, fault: 'input' });
      expect(errors).toEqual([]);
      await socket.close();
      expect(existsSync(path)).toBe(false);
      rmSync(folder, { recursive: true });
    });
  });
});
