/** People with money and open sessions, put into a database before a gateway process is started on it. */
import { openDatabase, type DatabaseConfig } from '../../../gateway/db/client';
import { migrate } from '../../../gateway/db/migrate';
import { withTransaction } from '../../../gateway/db/transaction';
import type { CallContext } from '../../../gateway/domain/call-context';
import { reconcileCustody } from '../../../gateway/domain/custody/reconcile-repo';
import { openSession } from '../../../gateway/domain/identity/sessions/sessions';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { openGatewayWorld, type Person } from '../world';

export interface Member extends Person {
  token: string;
}

/** For gateways with `PROCESS_SECRET`. Migrates, seeds the configuration, funds the yield pool and creates `count` people with 1,000,000 USDT each. */
export async function populate(config: DatabaseConfig, count: number): Promise<Member[]> {
  const db = await openDatabase(config);
  try {
    await migrate(db);
    const world = await openGatewayWorld(db, Date.now());
    await world.fundPool('1000000');
    const members: Member[] = [];
    for (let n = 0; n < count; n += 1) {
      const person = await world.person('1000000');
      const context: CallContext = {
        deps: world.deps,
        call: 'logInByEmail',
        now: Date.now(),
        lang: 'EN',
        address: '127.0.0.1',
        userAgent: 'crash test',
        requestId: 'populate',
        idempotencyKey: null,
      };
      const { token } = await withTransaction(db, (tx) => openSession(tx, context, person));
      members.push({ ...person, token });
    }
    return members;
  } finally {
    await db.close();
  }
}

export interface Books {
  findings: unknown[];
  /** Orders and answered money calls of each user. */
  perUser: Map<string, { orders: number; keys: number; journals: number }>;
  answeredKeys: Set<string>;
}

/** Reads the books with no gateway in the way. */
export async function readBooks(config: DatabaseConfig): Promise<Books> {
  const db = await openDatabase(config);
  try {
    const findings = await withTransaction(db, async (tx) => [
      ...(await reconcile(tx)),
      ...(await reconcileCustody(tx)),
    ]);
    const keys = await db.pool.query<{ key: string }>('SELECT key FROM idempotency_keys WHERE answer IS NOT NULL');
    const counts = await db.pool.query<{ user_id: string; orders: string; keys: string; journals: string }>(`
      SELECT t.user_id::text, (SELECT count(*) FROM custody_orders o WHERE o.account_id = t.id)::text AS orders,
             (SELECT count(*) FROM idempotency_keys k WHERE k.user_id = t.user_id AND k.answer IS NOT NULL)::text AS keys,
             (SELECT count(DISTINCT e.journal_id) FROM entries e JOIN accounts a ON a.id = e.account_id
                JOIN journals j ON j.id = e.journal_id
               WHERE a.owner_account_id = t.id AND j.kind = 'custody-place')::text AS journals
        FROM trading_accounts t`);
    return {
      findings,
      answeredKeys: new Set(keys.rows.map(({ key }) => key)),
      perUser: new Map(
        counts.rows.map((row) => [
          row.user_id,
          { orders: Number(row.orders), keys: Number(row.keys), journals: Number(row.journals) },
        ]),
      ),
    };
  } finally {
    await db.close();
  }
}
