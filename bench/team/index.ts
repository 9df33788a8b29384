/**
 * Team: the database's time for `teamInfo` and `teamDays` beside other ways of keeping the tree, a custody call of a deep line beside one without a team
 * above, and how fast changes reach everybody above.
 */
import pg from 'pg';
import { openDatabase, type Database } from '../../gateway/db/client';
import { migrate } from '../../gateway/db/migrate';
import { withTransaction } from '../../gateway/db/transaction';
import { recomputeTeam } from '../../gateway/domain/team/fold';
import { foldTeam } from '../../gateway/jobs/team';
import { openGatewayWorld, type GatewayWorld } from '../../tests/gateway/world';
import { startPostgres } from '../../tests/gateway/support/postgres-server';
import { describeServer } from '../durable-world';
import { COUNTING, readStatementsMs } from '../gateway/database-time';
import { compare, meanMs, type Comparison } from '../measure';
import type { Part } from '../part';
import { compareLines, CLIENTS } from './lines';
import { changeCustody, plantTree, prepareWay, WAYS, type Tree } from './tree';

const SIZES = [10_000, 100_000, 1_000_000];
const QUICK_SIZES = [2_000];
/** A closure table of a million members has twenty million rows: the other ways are read up to here. */
const LARGEST_FOR_WAYS = 100_000;
/** Time in the database for a read of the team, ms. */
const BUDGET_MS = 20;

interface Case {
  database: Database;
  world: GatewayWorld;
  tree: Tree;
  subject: string;
  isQuick: boolean;
}

type Read = 'teamInfo' | 'teamDays';

/** Mean time in the database of a read, ms. @param whom picks a user by the number of the run */
async function readMs(
  { database, world }: Case,
  name: Read,
  runs: number,
  whom: (run: number) => string,
): Promise<number> {
  const before = await readStatementsMs(database);
  await meanMs(runs, (run) => world.call({ userId: whom(run), accountId: '1' }, name, {}));
  return ((await readStatementsMs(database)) - before) / runs;
}

async function compareReads(one: Case): Promise<Comparison[]> {
  const { database, tree, subject, isQuick } = one;
  const rounds = { rounds: isQuick ? 2 : 7, warmUps: 1 };
  const runs = isQuick ? 5 : 50;
  const ofTop = (name: Read) => ({
    name: `${name} of the top`,
    round: () => readMs(one, name, runs, () => tree.topId),
  });
  const top = ofTop('teamInfo');
  const anybody = (run: number) => String(tree.firstId + ((run * 7919) % tree.members));
  const members = { name: 'teamInfo of anybody', round: () => readMs(one, 'teamInfo', runs, anybody) };
  const budget = { name: 'the budget', round: () => Promise.resolve(BUDGET_MS) };
  const found = await compare(
    `${subject}, time in the database`,
    'ms',
    [budget],
    [top, members, ofTop('teamDays')],
    rounds,
  );
  if (tree.members > LARGEST_FOR_WAYS) return found;
  const ways = [];
  for (const way of WAYS) {
    await prepareWay(database, way);
    const read = () => database.pool.query(way.read, [tree.topId]);
    const round = async () => {
      const before = await readStatementsMs(database);
      await meanMs(3, read);
      return ((await readStatementsMs(database)) - before) / 3;
    };
    ways.push({ name: way.name, round });
  }
  return [...found, ...(await compare(`${subject}, the top`, 'ms', ways, [top], rounds))];
}

/** Compares the rate at which marks are taken up with the rate at which custody calls leave them. */
async function compareFolding(
  { database, world, subject, isQuick }: Case,
  callsPerSecond: number[],
): Promise<Comparison[]> {
  const changes = isQuick ? 200 : 2_000;
  const folded: number[] = [];
  for (let round = 0; round < callsPerSecond.length; round += 1) {
    await changeCustody(database, changes);
    const startedAt = performance.now();
    const carried = await foldTeam(world.deps);
    folded.push((carried * 1_000) / (performance.now() - startedAt));
  }
  return [
    {
      subject: `${subject}, ${CLIENTS} of one line at once`,
      unit: 'calls/s',
      limit: { name: 'custody calls', figures: callsPerSecond },
      ours: { name: 'changes carried to everybody above', figures: folded },
    },
  ];
}

async function openCase(url: string, members: number, isQuick: boolean): Promise<Case> {
  const database = await openDatabase({ kind: 'postgres', url, maxConnections: CLIENTS });
  await migrate(database);
  await database.pool.query('CREATE EXTENSION pg_stat_statements');
  const world = await openGatewayWorld(database, Date.now());
  await world.fundPool('10000000');
  await world.person('0');
  const tree = await plantTree(database, members);
  await withTransaction(database, recomputeTeam);
  await database.pool.query('VACUUM ANALYZE team_figures, team_days');
  return { database, world, tree, subject: `${members.toLocaleString('en')} members`, isQuick };
}

export const team: Part = async ({ isQuick, say }) => {
  const server = await startPostgres({ isDurable: true, settings: COUNTING });
  const admin = new pg.Client({ connectionString: `${server.url}postgres` });
  try {
    await admin.connect();
    const comparisons: Comparison[] = [];
    for (const members of isQuick ? QUICK_SIZES : SIZES) {
      say(`${members} members`);
      await admin.query(`CREATE DATABASE team_${members}`);
      const one = await openCase(`${server.url}team_${members}`, members, isQuick);
      say('figures');
      comparisons.push(...(await compareReads(one)));
      say('custody calls');
      const lines = await compareLines(one.world, one.tree, { subject: one.subject, isQuick });
      comparisons.push(...lines.comparisons, ...(await compareFolding(one, lines.callsPerSecond)));
      await one.database.close();
    }
    // A quick run's figures decide nothing.
    return { comparisons, ranOn: await describeServer(admin), ...(isQuick ? {} : { isBudget: true as const }) };
  } finally {
    await admin.end();
    await server.stop();
  }
};
