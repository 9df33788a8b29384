/** A team of any size and twenty levels, and other ways of keeping it that its figures could be read from. */
import type { Database } from '../../gateway/db/client';

const LEVELS = 20;

/** Rows of a million members take longer than a statement of a call may. */
async function unlimited(database: Database, statements: readonly string[]): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    for (const statement of statements) await client.query(statement);
    await client.query('RESET statement_timeout');
  } finally {
    client.release();
  }
}

export interface Tree {
  /** The member whom all others are below. */
  topId: string;
  firstId: number;
  members: number;
}

/**
 * Writes `members` users below the root user, three tenths of them with a running custody order, by plain SQL without the triggers: the
 * figures are computed afterwards. Nine tenths are a tree of twenty levels, the rest are invited by the top itself.
 */
export async function plantTree(database: Database, members: number): Promise<Tree> {
  const { rows } = await database.pool.query<{ root: string; last: string; account: string }>(`
    SELECT (SELECT id FROM users WHERE inviter_id IS NULL)::text AS root, (SELECT max(id) FROM users)::text AS last,
           (SELECT max(id) FROM trading_accounts)::text AS account`);
  const [root, base, account] = [Number(rows[0]?.root), Number(rows[0]?.last), Number(rows[0]?.account)];
  const branching = members ** (1 / LEVELS);
  const inviter = `CASE WHEN n = 1 THEN ${root} WHEN n > ${members} * 0.9 THEN ${base} + 1 ELSE ${base} + greatest(1, floor(n / ${branching}))::bigint END`;
  const triggers = (what: 'DISABLE' | 'ENABLE') =>
    [
      ['users', 'team_registered'],
      ['custody_orders', 'team_custody_placed'],
    ].map(([table, name]) => `ALTER TABLE ${table} ${what} TRIGGER ${name}`);
  await unlimited(database, [
    ...triggers('DISABLE'),
    `INSERT INTO users (id, nickname, email, invitation_code, inviter_id, created_at) OVERRIDING SYSTEM VALUE
     SELECT ${base} + n, 'Member', n || '@bench.example', 'B' || lpad(n::text, 9, '0'), ${inviter}, now() - interval '1 day'
       FROM generate_series(1, ${members}) n`,
    `INSERT INTO trading_accounts (id, user_id, kind, name, created_at) OVERRIDING SYSTEM VALUE
     SELECT ${account} + n, ${base} + n, 'main', 'Main', now() FROM generate_series(1, ${members}) n`,
    `INSERT INTO custody_orders (account_id, plan_id, days, daily_rate, redeem_fee_rate, minimum_exclusive, placed, starts_at, ends_at,
                                 free_undo_until, principal, next_due_at)
     SELECT ${account} + n, 'd30', 30, 0, 0.02, 100000000, p, now(), now() + interval '30 days', now(), p, now() + interval '1 day'
       FROM (SELECT n, (200 + n % 4000) * 1000000::numeric AS p FROM generate_series(1, ${members}) n WHERE n % 10 < 3) orders`,
    `SELECT setval(pg_get_serial_sequence('users', 'id'), ${base + members}), setval(pg_get_serial_sequence('trading_accounts', 'id'), ${account + members})`,
    ...triggers('ENABLE'),
    'VACUUM ANALYZE',
  ]);
  return { topId: String(base + 1), firstId: base + 1, members };
}

/** Changes the custody of members all over the tree, and so marks them. */
export async function changeCustody(database: Database, changes: number): Promise<void> {
  await unlimited(database, [
    `UPDATE custody_orders SET principal = principal - 1
      WHERE id IN (SELECT id FROM custody_orders WHERE status = 'in-progress' AND principal > 600000000 ORDER BY hashint8(id) LIMIT ${changes})`,
  ]);
}

/** Another way of keeping the tree: what it takes to count everybody below somebody and to sum up their custody. */
export interface Way {
  name: string;
  prepare: readonly string[];
  /** $1: the member. */
  read: string;
}

const SUMS = 'count(*), count(*) FILTER (WHERE f.custody > 0), coalesce(sum(f.custody), 0)';

export const WAYS: readonly Way[] = [
  {
    name: 'a walk through the tree',
    prepare: [],
    read: `WITH RECURSIVE below AS (
             SELECT id FROM users WHERE inviter_id = $1 UNION ALL SELECT u.id FROM below b JOIN users u ON u.inviter_id = b.id)
           SELECT ${SUMS} FROM below b JOIN team_figures f ON f.user_id = b.id`,
  },
  {
    name: 'a path per member',
    prepare: [
      `CREATE TABLE bench_paths AS
         WITH RECURSIVE tree AS (
           SELECT id, id || '.' AS path FROM users WHERE inviter_id IS NULL
           UNION ALL SELECT u.id, t.path || u.id || '.' FROM tree t JOIN users u ON u.inviter_id = t.id)
         SELECT id, path FROM tree`,
      'CREATE UNIQUE INDEX ON bench_paths (path text_pattern_ops)',
      'CREATE UNIQUE INDEX ON bench_paths (id)',
      'VACUUM ANALYZE bench_paths',
    ],
    read: `SELECT ${SUMS} FROM bench_paths top JOIN bench_paths p ON p.path ~>~ top.path AND p.path ~<~ (top.path || '~')
             JOIN team_figures f ON f.user_id = p.id WHERE top.id = $1`,
  },
  {
    name: 'a closure table',
    prepare: [
      `CREATE TABLE bench_closure AS
         WITH RECURSIVE pairs AS (
           SELECT inviter_id AS above, id AS below, 1 AS distance FROM users WHERE inviter_id IS NOT NULL
           UNION ALL SELECT u.inviter_id, p.below, p.distance + 1 FROM pairs p JOIN users u ON u.id = p.above WHERE u.inviter_id IS NOT NULL)
         SELECT above, below, distance FROM pairs`,
      'CREATE INDEX ON bench_closure (above, distance, below)',
      'VACUUM ANALYZE bench_closure',
    ],
    read: `SELECT ${SUMS} FROM bench_closure c JOIN team_figures f ON f.user_id = c.below WHERE c.above = $1`,
  },
];

export async function prepareWay(database: Database, { prepare }: Way): Promise<void> {
  await unlimited(database, prepare);
}
