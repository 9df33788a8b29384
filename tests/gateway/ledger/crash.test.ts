/** kill -9 in the middle of posting: what was acknowledged is there, what was not is whole or absent, the lock is no obstacle. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openDatabase, type DatabaseConfig } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { balancesOf } from '../../../gateway/ledger/balances';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { createMigrated, databaseKind } from '../support/database';

/** crash-writer.ts, bundled at the start of the run. */
const WRITER = fileURLToPath(new URL('../../../node_modules/.cache/rab/gateway/crash-writer.js', import.meta.url));

/** Starts the writer, kills it after its `count`-th acknowledgement, and gives all that it acknowledged. */
async function writeAndKill(config: DatabaseConfig, prefix: string, count: number): Promise<string[]> {
  const writer = spawn(process.execPath, [WRITER, JSON.stringify(config), prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) writer.kill('SIGKILL');
  }
  if (writer.signalCode === null && writer.exitCode === null) await once(writer, 'exit');
  expect(writer.signalCode).toBe('SIGKILL');
  return acknowledged;
}

describe('kill -9 while posting', () => {
  const kind = databaseKind();
  it('loses nothing that was acknowledged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rab-crash-'));
    const created = await createMigrated(kind);
    const config = created.config.kind === 'embedded' ? { ...created.config, folder } : created.config;
    try {
      const acknowledged: string[] = [];
      for (const [round, count] of [60, 41].entries()) {
        // Only the first start is from the image; later ones open what the killed one left.
        const start = config.kind === 'embedded' && round > 0 ? { kind: config.kind, folder } : config;
        acknowledged.push(...(await writeAndKill(start, `round-${round}`, count)));
      }
      const database = await openDatabase(config.kind === 'embedded' ? { kind: config.kind, folder } : config);
      const { rows } = await database.db.execute<{ id: string }>(sql`SELECT transfer_id AS id FROM journals`);
      const posted = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !posted.has(id))).toEqual([]);
      expect(await withTransaction(database, reconcile)).toEqual([]);
      let total = 0n;
      for (const owner of ['1', '2', '3', '4', '5']) {
        for (const { balance } of await balancesOf(database.db, owner)) total += balance;
      }
      expect(total).toBe(BigInt(posted.size));
      await database.close();
    } finally {
      await created.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
