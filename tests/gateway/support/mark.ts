/** The mark of payouts beside a test's database: worlds that share the database are one gateway. */
import { join } from 'node:path';
import { fileMark, type PayoutMarkStore } from '../../../gateway/adapters/payout-mark';
import type { Database } from '../../../gateway/db/client';
import { folderOfProcess } from '../../support/made-folder';

const marks = new WeakMap<Database, PayoutMarkStore>();

export function markBeside(db: Database): PayoutMarkStore {
  const known = marks.get(db) ?? fileMark(join(folderOfProcess('mark'), 'payouts.mark'));
  marks.set(db, known);
  return known;
}
