/** A command counts at the installation that it was signed for (docs/rules.md §12). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passingSigner } from '../../../gateway/adapters/operator-key';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { installationOf } from '../../../gateway/operator/installation-repo';
import { insertOperator } from '../../../gateway/operator/operators-repo';
import { answer } from '../../../gateway/operator/transport';
import { openGatewayWorld, type GatewayWorld } from '../world';
import { createMigrated, describeOnDatabase } from '../support/database';
import { signedBy } from '../support/operators';

describeOnDatabase('a statement', (fixture) => {
  /** Two installations with the same operator, who has one key for both. */
  let here: GatewayWorld;
  let there: GatewayWorld;
  let other: Database;
  const signer = passingSigner();

  beforeAll(async () => {
    other = await openDatabase((await createMigrated()).config);
    here = await openGatewayWorld(fixture.database);
    there = await openGatewayWorld(other);
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

  const priceAt = async ({ deps }: GatewayWorld) => {
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
});
