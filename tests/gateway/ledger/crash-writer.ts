/** A program of its own for crash.test.ts: deposits for ever and prints each transfer id after its commit. */
import { openDatabase, type DatabaseConfig } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { post } from '../../../gateway/ledger/post';
import { AT, cash, system } from '../support/ledger';

const [config = '', prefix = ''] = process.argv.slice(2);
const database = await openDatabase(JSON.parse(config) as DatabaseConfig);

async function writeForEver(writer: number): Promise<void> {
  for (let i = 0; ; i += 1) {
    const transferId = `${prefix}:${writer}:${i}`;
    await withTransaction(database, (tx) =>
      post(tx, {
        transferId,
        kind: 'deposit',
        at: AT,
        legs: [
          { account: system('external-deposits'), amount: -1n },
          { account: cash(String(writer)), amount: 1n },
        ],
      }),
    );
    process.stdout.write(`${transferId}\n`);
  }
}

await Promise.all(Array.from({ length: 5 }, (_, writer) => writeForEver(writer + 1)));
