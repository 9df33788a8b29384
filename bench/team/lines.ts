/** Custody calls of fifty people of one line at once, beside fifty who have nobody but the root user above. */
import { sql } from 'drizzle-orm';
import { foldTeam } from '../../gateway/jobs/team';
import type { GatewayWorld, Person } from '../../tests/gateway/world';
import { interleave, type Comparison } from '../measure';
import type { Tree } from './tree';

export const CLIENTS = 50;
/** The product carries changes upwards every five seconds. */
const FOLD_EVERY_MS = 1_000;

interface Round {
  p99Ms: number;
  callsPerSecond: number;
}

/** Each person places order after order. */
async function placeOrders(world: GatewayWorld, people: readonly Person[], durationMs: number): Promise<Round> {
  const times: number[] = [];
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt >= durationMs;
  await Promise.all(
    people.map(async (person) => {
      while (!isOver()) {
        const calledAt = performance.now();
        world.time.now = Date.now();
        await world.place(person, '101', 'd7');
        times.push(performance.now() - calledAt);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return {
    p99Ms: times[Math.ceil(times.length * 0.99) - 1] ?? NaN,
    callsPerSecond: (times.length * 1_000) / (performance.now() - startedAt),
  };
}

/** Runs `work` while changes are carried upwards again and again. */
async function whileFolding<T>(world: GatewayWorld, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const folding = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await foldTeam(world.deps);
      const restMs = FOLD_EVERY_MS - (performance.now() - startedAt);
      if (!isOver && restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await folding;
  }
}

async function invited(world: GatewayWorld, inviter?: Person): Promise<Person[]> {
  const people: Person[] = [];
  for (let count = 0; count < CLIENTS; count += 1) people.push(await world.person('1000000', inviter));
  return people;
}

export async function compareLines(
  world: GatewayWorld,
  { members }: Tree,
  { subject, isQuick }: { subject: string; isQuick: boolean },
): Promise<{ comparisons: Comparison[]; callsPerSecond: number[] }> {
  // Each order changes what those above count.
  await world.set('custody.validFrom', '0');
  const { rows } = await world.deps.db.db.execute<{ id: string; depth: number }>(
    sql`SELECT user_id::text AS id, depth FROM team_members ORDER BY depth DESC, user_id LIMIT 1`,
  );
  const deepest = rows[0]!;
  const line = await invited(world, { userId: deepest.id, accountId: '0' });
  const alone = await invited(world);
  while ((await foldTeam(world.deps)) > 0);
  const durationMs = isQuick ? 1_000 : 4_000;
  const sides = [
    { name: 'alone', round: () => placeOrders(world, alone, durationMs) },
    { name: 'line', round: () => whileFolding(world, () => placeOrders(world, line, durationMs)) },
  ];
  const rounds = isQuick ? { rounds: 1, warmUps: 0 } : { rounds: members > 100_000 ? 9 : 7, warmUps: 1 };
  const [without, within] = await interleave<Round>(sides, rounds);
  const p99 = (figures: readonly Round[]) => figures.map(({ p99Ms }) => p99Ms);
  return {
    callsPerSecond: within!.figures.map(({ callsPerSecond }) => callsPerSecond),
    comparisons: [
      {
        subject: `${subject}, ${CLIENTS} at once, 99th percentile`,
        unit: 'ms',
        limit: { name: 'twice a custody call with nobody above', figures: p99(without!.figures).map((ms) => ms * 2) },
        ours: { name: `a custody call with ${deepest.depth + 1} above`, figures: p99(within!.figures) },
      },
    ],
  };
}
