import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../../gateway/operator/cli';
import type { SignedStatement } from '../../../gateway/operator/statement';
import { askGateway, askInstallation, openControlSocket } from '../../../gateway/operator/transport';
import { describeOnDatabase } from '../support/database';
import { operatorSigner, runOperator, signedBy } from '../support/operators';
import { openCustodyWorld, type CustodyWorld } from '../custody/world';

/** A command line; `+` stands for a space within a word. */
const wordsOf = (line: string) => (line.match(/\S+/g) ?? []).map((word) => word.replaceAll('+', ' '));

describeOnDatabase('operator commands', (fixture) => {
  let world: CustodyWorld;
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
    world = await openCustodyWorld(fixture.database);
    await world.fundPool('2500');
  });

  it('shows a stored figure that does not fit, and takes a right one in its place', async () => {
    await fixture.database.pool.query(
      `UPDATE settings SET value = '{"value": "soon"}' WHERE key = 'security.tradePasswordLockMs'`,
    );
    const { out } = await operator('config list');
    expect(out.filter((line) => line.includes('does not fit'))).toEqual([
      expect.stringMatching(/^security\.tradePasswordLockMs\t900000\t.*the default holds.*"soon"$/),
    ]);
    expect((await operator('config get security.tradePasswordLockMs')).out).toEqual([
      '900000',
      expect.stringContaining('"soon"'),
    ]);
    expect((await operators('config set security.tradePasswordLockMs 600000')).out).toEqual([
      'security.tradePasswordLockMs: "soon" → 600000',
    ]);
    expect((await operator('config get security.tradePasswordLockMs')).out).toEqual(['600000']);
    await operators('config set security.tradePasswordLockMs 900000');
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

  it('reads a list from a file and says which line is wrong', async () => {
    const who = await world.person('0');
    const folder = mkdtempSync(join(tmpdir(), 'operator-'));
    const path = join(folder, 'list.csv');
    writeFileSync(path, `# summer\n${who.userId},1\n\n${who.userId},2\n`);
    const ran = await operator(`grant-airdrop --name summer --asset RAB --list ${path}`);
    expect(ran).toMatchObject({ code: EXIT.input, err: [`line 2: ${who.userId} is on the list twice`] });
    writeFileSync(path, `${who.userId};1\n`);
    expect(await operator(`grant-airdrop --name summer --asset RAB --list ${path}`)).toMatchObject({
      code: EXIT.input,
    });
    rmSync(folder, { recursive: true });
    expect((await operator(`grant-airdrop --name summer --asset RAB --list ${path}`)).code).toBe(EXIT.input);
  });

  it('publishes notices, news and banners, and takes them back', async () => {
    const who = await world.person('0');
    const notice = await operator('--json notice publish --text EN=Hello+<b>all</b> --text cn=大家好');
    expect(notice.code).toBe(EXIT.done);
    expect((await world.call(who, 'marquee', {})).notices).toMatchObject([{ text: 'Hello all' }]);
    const { id } = notice.json.data as { id: string };
    expect((await operator(`content withdraw ${id}`)).code).toBe(EXIT.done);
    expect((await lastAct())?.detail['before']).toMatchObject({ texts: { EN: { text: 'Hello all' } } });
    expect((await world.call(who, 'liveEvents', {})).events).toMatchObject([{ id: null, calls: ['marquee'] }]);
    expect((await operator(`content withdraw ${id}`)).code).toBe(EXIT.refused);
    expect((await world.call(who, 'marquee', {})).notices).toEqual([]);
    await operator('news publish --kind bulletin --title EN=Opening --text EN=We+are+open.');
    expect((await world.call(who, 'newsItems', { kind: 'bulletin' })).items).toMatchObject([
      { title: 'Opening', summary: 'We are open.' },
    ]);
    await operator('banner publish --title EN=Plans --text EN=See+them --action EN=Go --target /pages/index/index2');
    expect((await world.call(who, 'config', {})).banners).toMatchObject([
      { title: 'Plans', action: 'Go', target: '/pages/index/index2' },
    ]);
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
    ['no command at all', ''],
    ['half a command', 'config'],
    ['a missing option', 'fund-pool --pool yield --amount 5'],
    ['an unknown option', 'fund-pool --pool yield --amount 5 --reason x --mint'],
    ['an unknown pool', 'fund-pool --pool mine --amount 5 --reason x'],
    ['an amount with an exponent', 'fund-pool --pool yield --amount 1e3 --reason x'],
    ['a negative amount', 'fund-pool --pool yield --amount=-1 --reason x'],
    ['too many decimals', 'fund-pool --pool yield --amount 1.0000001 --reason x'],
    ['an unknown asset', 'fund-pool --pool yield --asset BTC --amount 1 --reason x'],
    ['a source that is not the operator’s', 'fund-pool --pool yield --amount 1 --from user_cash --reason x'],
    ['a figure that does not exist', 'config set custody.gift 1'],
    ['a figure of the wrong shape', 'config set custody.redeemFeeRate 1.5'],
    [
      'a plan twice',
      'config set custody.plans [{"id":"a","days":1,"dailyRate":"0","isOpen":true},{"id":"a","days":2,"dailyRate":"0","isOpen":true}]',
    ],
    ['a zone that does not exist', 'config set app.timeZone Mars/Olympus'],
    ['a text without its language', 'notice publish --text hello'],
    ['an unknown language', 'notice publish --text XX=hello'],
    ['a text of tags alone', 'notice publish --text EN=<script></script>'],
    ['news without a title', 'news publish --title CN=标题 --text EN=only+text'],
    ['a banner to a screen that does not exist', 'banner publish --title EN=a --text EN=b --target /pages/x'],
    ['a limit that is no number', 'users list --limit all'],
    ['a limit beyond the limit', 'users list --limit 100000'],
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

  it('shows help with exit code 0', async () => {
    const ran = await operator('--help');
    expect(ran.code).toBe(EXIT.done);
    for (const word of ['fund-pool', 'grant-airdrop', 'notice', 'news', 'config', 'reconcile', 'users'])
      expect(ran.out.join('\n')).toContain(word);
    expect((await operator('fund-pool --help')).out.join('\n')).toContain('--reason');
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
