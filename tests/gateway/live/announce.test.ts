/** Telling more people at once than one statement has room for. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { announce } from '../../../gateway/domain/live/announce';
import { AT } from '../support/ledger';
import { describeOnDatabase } from '../support/database';

describeOnDatabase('announcing', (fixture) => {
  it('tells everybody of a crowd', async () => {
    const crowd = Array.from({ length: 4_001 }, () => ({ to: 'everybody', topics: ['dividend'] as const }));
    await fixture.tx((tx) => announce(tx, crowd, AT));
    const { rows } = await fixture.database.db.execute<{ n: string }>(sql`SELECT count(*)::text AS n FROM live_events`);
    expect(rows).toEqual([{ n: '4001' }]);
  });
});
