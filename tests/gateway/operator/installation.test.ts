/** A command counts at the installation that it was signed for (docs/rules.md §12). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passingSigner } from '../../../gateway/adapters/operator-key';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { installationOf } from '../../../gateway/operator/installation-repo';
import { insertOperator } from '../../../gateway/operator/operators-repo';
import { isSigned, parseStatement, statementText, type SignedStatement } from '../../../gateway/operator/statement';
import { answer } from '../../../gateway/operator/transport';
import { openCustodyWorld, type CustodyWorld } from '../custody/world';
import { createMigrated, describeOnDatabase } from '../support/database';
import { signedBy } from '../support/operators';

describeOnDatabase('a statement', (fixture) => {
  /** Two installations with the same operator, who has one key for both. */
  let here: CustodyWorld;
  let there: CustodyWorld;
  let other: Database;
  const signer = passingSigner();

  beforeAll(async () => {
    other = await openDatabase((await createMigrated()).config);
    here = await openCustodyWorld(fixture.database);
    there = await openCustodyWorld(other);
    for (const { deps } of [here, there]) {
      const row = {
        name: 'ann',
        role: 'admin',
        userId: null,
        publicKey: signer.publicKey,
        at: deps.clock.now(),
      } as const;
      expect(await withTransaction(deps.db, (tx) => insertOperator(tx, row))).not.toBe(false);
    }
  });
  afterAll(() => other.close());

  const priceAt = async ({ deps }: CustodyWorld) => {
    const shown = await answer(deps, await signedBy(signer, deps, 'price show', {}));
    return shown.ok ? (shown.data as { price: string | null }).price : shown.message;
  };

  it('is refused by another installation, where nothing comes of it, and counts once at its own', async () => {
    const signed = await signedBy(signer, here.deps, 'price set', { rabUsdt: '0.125' });
    const before = await priceAt(there);
    const refused = { ok: false, fault: 'denied', message: 'the command was signed for another installation' };
    expect(await answer(there.deps, signed)).toEqual(refused);
    expect(await priceAt(there)).toBe(before);
    expect(await answer(here.deps, signed)).toMatchObject({ ok: true });
    expect(await answer(here.deps, signed)).toMatchObject({ ok: false, message: expect.stringMatching(/sent before/) });
  });

  it('cannot be readdressed: the installation is under the signature', async () => {
    const { statement, signature } = await signedBy(signer, here.deps, 'price set', { rabUsdt: '0.2' });
    const readdressed = { statement: { ...statement, installation: await installationOf(other.db) }, signature };
    expect(await answer(there.deps, readdressed)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/signature does not fit/),
    });
  });

  it('of the version before, which names none, is not admitted; the audit still reads it', async () => {
    const signed = await signedBy(signer, here.deps, 'price show', {});
    const { installation: _none, ...parts } = signed.statement;
    const before = { ...parts, version: 1 } as const;
    const text = statementText(before);
    const kept = parseStatement(text);
    expect(kept && statementText(kept)).toBe(text);
    const bytes = Buffer.from(`RAB operator statement\n${text}`, 'utf8');
    const signature = Buffer.from(await signer.sign(bytes)).toString('base64');
    expect(isSigned({ statement: before, signature })).toBe(true);
    const sent = { statement: before, signature } as unknown as SignedStatement;
    expect(await answer(here.deps, sent)).toMatchObject({ ok: false, fault: 'denied' });
  });

  it('names an id that is made once, also by several who ask at the same time', async () => {
    const { config, drop } = await createMigrated(fixture.kind);
    const fresh = await openDatabase(config);
    const ids = await Promise.all(Array.from({ length: 5 }, () => installationOf(fresh.db)));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).not.toBe(await installationOf(fixture.database.db));
    await fresh.close();
    await drop();
  });
});
