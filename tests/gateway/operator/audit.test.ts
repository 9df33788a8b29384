/** The audit as a chain: what was removed, changed, reordered, added or forged is found (docs/rules.md §12). */
import { beforeAll, expect, it } from 'vitest';
import type { ChainedAct } from '../../../gateway/operator/audit-chain';
import { hashOfAct } from '../../../gateway/operator/audit-chain';
import { chainedActs } from '../../../gateway/operator/audit-repo';
import { openGatewayWorld, type GatewayWorld } from '../world';
import { describeOnDatabase } from '../support/database';
import { act, actAsTwo } from '../support/operators';

interface Verified {
  isSound: boolean;
  end: string;
  findings: { check: string; subject: string }[];
}

describeOnDatabase('the audit', (fixture) => {
  let world: GatewayWorld;
  const sql = (text: string) => fixture.owner(({ pool }) => pool.query(text));
  const verify = async (input: { noted?: string } = {}): Promise<Verified> => {
    const reply = await act(world.deps, 'audit verify', input);
    if (!reply.ok) throw new Error(reply.message);
    expect(reply.failed).toBe(!(reply.data as Verified).isSound);
    return reply.data as Verified;
  };
  const checks = async (noted?: string) =>
    (await verify({ ...(noted && { noted }) })).findings.map(({ check, subject }) => `${check} ${subject}`);

  /** As only somebody with the database in hands could; what was done is undone afterwards. */
  async function tampered(statements: readonly string[], look: () => Promise<void>): Promise<void> {
    const triggers = (how: string) =>
      `ALTER TABLE audit_log ${how} TRIGGER USER; ALTER TABLE audit_chain ${how} TRIGGER USER;`;
    await sql(`CREATE TABLE kept_rows AS SELECT * FROM audit_log; CREATE TABLE kept_chain AS SELECT * FROM audit_chain;
      ${triggers('DISABLE')}`);
    try {
      await sql(statements.join(';'));
      await look();
    } finally {
      await sql(`DELETE FROM audit_log; INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM kept_rows;
        UPDATE audit_chain SET (last_seq, last_hash, genesis_hash) = (SELECT last_seq, last_hash, genesis_hash FROM kept_chain);
        DROP TABLE kept_rows, kept_chain; ${triggers('ENABLE')}`);
    }
  }

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    const runId = '8b8ac6b6-3a6f-4a52-9e0b-0d8b2f1d9a11';
    const input = { pool: 'yield', asset: 'USDT', amount: '7', from: 'operator-capital', reason: 'x', runId };
    await actAsTwo(world.deps, 'fund-pool', input);
    for (const rabUsdt of ['0.125', '0.126', '0.127']) await act(world.deps, 'price set', { rabUsdt });
    await act(world.deps, 'config get', { key: 'app.timeZone' }, 'bob');
  });

  it('is sound, each row signed and holding the hash of the one before', async () => {
    expect(await verify()).toMatchObject({ isSound: true, findings: [] });
    const rows = await fixture.tx((tx) => chainedActs(tx, 0, 100));
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.slice(1).map(({ previousHash }) => previousHash)).toEqual(rows.slice(0, -1).map(({ hash }) => hash));
    expect(rows.every(({ signature, statement }) => signature !== null && statement !== null)).toBe(true);
    expect(rows.slice(0, 2).map((row) => [row.actor, row.act])).toEqual([
      ['ann', 'proposal made'],
      ['bob', 'fund-pool'],
    ]);
  });

  it.each<[string, string[], RegExp]>([
    ['a removed row', ['DELETE FROM audit_log WHERE seq = 3'], /audit-missing audit row 3/],
    ['the last rows removed', ['DELETE FROM audit_log WHERE seq > 4'], /audit-end/],
    ['a changed detail', [`UPDATE audit_log SET detail = '{}' WHERE seq = 3`], /audit-changed audit row 3/],
    [
      'two rows that changed places',
      ['UPDATE audit_log SET seq = -seq WHERE seq IN (3, 4)', 'UPDATE audit_log SET seq = 7 + seq WHERE seq < 0'],
      /audit-order audit row 3/,
    ],
    [
      'a row that was added beside the chain',
      [
        'ALTER TABLE audit_log DROP CONSTRAINT audit_log_chained',
        `INSERT INTO audit_log (at, actor, act) VALUES (now(), 'ann', 'price set')`,
        'ALTER TABLE audit_log ADD CONSTRAINT audit_log_chained CHECK (seq IS NOT NULL AND previous_hash IS NOT NULL AND hash IS NOT NULL) NOT VALID',
      ],
      /audit-outside/,
    ],
  ])('finds %s', async (_what, statements, finding) => {
    await tampered(statements, async () => {
      expect((await checks()).join('\n')).toMatch(finding);
    });
    expect(await verify()).toMatchObject({ isSound: true });
  });

  it('finds a forged row although its whole chain was made anew: nobody else can sign', async () => {
    const rows = await fixture.tx((tx) => chainedActs(tx, 0, 100));
    const forged = (change: (row: ChainedAct) => ChainedAct) => {
      let previousHash = rows[0]?.previousHash ?? '';
      return rows.map(change).map((row) => {
        const next = { ...row, previousHash };
        previousHash = hashOfAct(next);
        return { ...next, hash: previousHash };
      });
    };
    const written = (all: readonly ChainedAct[]) =>
      all
        .map(
          ({ seq, actor, act: name, previousHash, hash, statement, signature }) =>
            `UPDATE audit_log SET actor = '${actor}', act = '${name}', previous_hash = '${previousHash}', hash = '${hash}',
              statement = ${statement === null ? 'NULL' : `'${statement.replaceAll("'", "''")}'`}, signature = ${signature === null ? 'NULL' : `'${signature}'`} WHERE seq = ${seq}`,
        )
        .concat(`UPDATE audit_chain SET last_hash = '${all.at(-1)?.hash}', last_seq = ${all.length}`);
    const at3 = (change: Partial<ChainedAct>) => forged((row) => (row.seq === 3 ? { ...row, ...change } : row));
    const noted = `4:${rows[3]?.hash}`;
    for (const change of [
      { actor: 'bob' },
      { act: 'reconcile' },
      { statement: null, signature: null },
      { statement: rows[3]?.statement ?? '', signature: rows[2]?.signature ?? '' },
      { statement: rows[2]?.statement?.replace('0.125', '0.9') ?? '' },
      { statement: '{}' },
    ]) {
      await tampered(written(at3(change)), async () => {
        expect(await checks()).toEqual(['audit-signature audit row 3']);
        // Also by whoever noted the end of the chain.
        expect(await checks(noted)).toContain('audit-noted audit row 4');
      });
    }
    const { end } = await verify({ noted });
    expect(await verify({ noted: end })).toMatchObject({ isSound: true });
  });

  it.each([
    `UPDATE audit_chain SET last_hash = 'x'`,
    `UPDATE audit_chain SET genesis_hash = 'x', last_seq = last_seq + 1`,
    'DELETE FROM audit_chain',
    `INSERT INTO audit_log (at, actor, act) VALUES (now(), 'a', 'b')`,
  ])('is kept by the database: %s', async (statement) => {
    await expect(sql(statement)).rejects.toThrow(/immutable|violates check/);
  });
});
