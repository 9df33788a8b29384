/** Computes the team's figures by walking the tree of raw rows, independently of the gateway's sums. */
import { sql } from 'drizzle-orm';
import { toAmount, toUnits } from '../../../contract/money';
import type { Queries } from '../../../gateway/db/client';

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

/** Figures that `teamInfo` is to answer, for every user. */
export async function recursiveFigures(queries: Queries, validFrom: string) {
  const { rows } = await queries.execute<Raw & Record<string, unknown>>(sql`
    SELECT u.id::text AS id, u.inviter_id::text AS inviter,
           (SELECT coalesce(sum(o.principal), 0) FROM custody_orders o JOIN trading_accounts t ON t.id = o.account_id
             WHERE t.user_id = u.id AND o.status = 'in-progress')::text AS held
      FROM users u`);
  const least = toUnits(validFrom, 'USDT');
  const below = new Map<string, Raw[]>();
  for (const row of rows) if (row.inviter !== null) below.set(row.inviter, [...(below.get(row.inviter) ?? []), row]);
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
