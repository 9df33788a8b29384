/** Computes the team's figures by walking the tree of raw rows, independently of the gateway's sums. */
import { sql } from 'drizzle-orm';
import { toAmount, toUnits } from '../../../contract/money';
import type { Queries } from '../../../gateway/db/client';
import { DAY_MS } from '../custody/world';

interface Raw {
  id: string;
  inviter: string | null;
  held: string;
}

interface Sum {
  members: number;
  validMembers: number;
  units: bigint;
}

const EMPTY: Sum = { members: 0, validMembers: 0, units: 0n };
const plus = (a: Sum, b: Sum): Sum => ({
  members: a.members + b.members,
  validMembers: a.validMembers + b.validMembers,
  units: a.units + b.units,
});
const shown = ({ units, ...counts }: Sum) => ({ ...counts, custody: toAmount(units, 'USDT') });

async function readRaw(queries: Queries) {
  const { rows } = await queries.execute<Raw & Record<string, unknown>>(sql`
    SELECT u.id::text AS id, u.inviter_id::text AS inviter,
           (SELECT coalesce(sum(o.principal), 0) FROM custody_orders o JOIN trading_accounts t ON t.id = o.account_id
             WHERE t.user_id = u.id AND o.status = 'in-progress')::text AS held
      FROM users u`);
  const below = new Map<string, Raw[]>();
  for (const row of rows) if (row.inviter !== null) below.set(row.inviter, [...(below.get(row.inviter) ?? []), row]);
  return { rows, below };
}

/** New custody that `teamDays` is to answer at `now`, for every user. */
export async function recursiveDays(queries: Queries, validFrom: string, now: number) {
  const { rows, below } = await readRaw(queries);
  const { rows: orders } = await queries.execute<{ owner: string; at: string; principal: string }>(sql`
    SELECT t.user_id::text AS owner, (extract(epoch FROM o.starts_at) * 1000)::bigint::text AS at, o.principal::text
      FROM custody_orders o JOIN trading_accounts t ON t.id = o.account_id`);
  const least = toUnits(validFrom, 'USDT');
  const today = now - (now % DAY_MS);
  const own = ({ id, held }: Raw, day: number) =>
    BigInt(held) < least
      ? 0n
      : orders
          .filter(({ owner, at }) => owner === id && Number(at) >= day && Number(at) < day + DAY_MS)
          .reduce((sum, { principal }) => sum + BigInt(principal), 0n);
  const team = (id: string, day: number): bigint =>
    (below.get(id) ?? []).reduce((sum, row) => sum + own(row, day) + team(row.id, day), 0n);
  return new Map(
    rows.map(({ id }) => {
      const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => ({
        day: today - ago * DAY_MS,
        units: team(id, today - ago * DAY_MS),
      }));
      const answer = {
        days: days.map(({ day, units }) => ({ day, custody: toAmount(units, 'USDT') })),
        total: toAmount(
          days.reduce((sum, { units }) => sum + units, 0n),
          'USDT',
        ),
      };
      return [id, answer] as const;
    }),
  );
}

/** Figures that `teamInfo` is to answer, for every user. */
export async function recursiveFigures(queries: Queries, validFrom: string) {
  const { rows, below } = await readRaw(queries);
  const least = toUnits(validFrom, 'USDT');
  const own = ({ held }: Raw): Sum => {
    const units = BigInt(held) >= least ? BigInt(held) : 0n;
    return { members: 1, validMembers: units > 0n ? 1 : 0, units };
  };
  const generation = (id: string, distance: number): Sum =>
    (below.get(id) ?? []).reduce(
      (sum, row) => plus(sum, distance === 1 ? own(row) : generation(row.id, distance - 1)),
      EMPTY,
    );
  const team = (id: string): Sum => (below.get(id) ?? []).reduce((sum, row) => plus(sum, line(row)), EMPTY);
  const line = (row: Raw): Sum => plus(own(row), team(row.id));
  return new Map(
    rows.map(({ id }) => {
      const all = team(id);
      const largest = (below.get(id) ?? []).map((row) => line(row).units).reduce((a, b) => (a > b ? a : b), 0n);
      const answer = {
        team: shown(all),
        generation1: shown(generation(id, 1)),
        generation2: shown(generation(id, 2)),
        largestLine: toAmount(largest, 'USDT'),
        smallZone: toAmount(all.units - largest, 'USDT'),
        validFrom,
      };
      return [id, answer] as const;
    }),
  );
}
