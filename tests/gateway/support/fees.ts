/** Reads what fees were taken, and what became of them. */
import { sql } from 'drizzle-orm';
import type { Queries } from '../../../gateway/db/client';

const PARTS = ['amount', 'revenue', 'insurance', 'promotion', 'management', 'dynamic'] as const;
export type FeeSums = Record<(typeof PARTS)[number], bigint>;

/** Sums all fees in USDT, or those of one source. */
export async function feesTaken(queries: Queries, source?: string): Promise<FeeSums> {
  const { rows } = await queries.execute<Record<(typeof PARTS)[number], string>>(sql`
    SELECT coalesce(sum(amount), 0)::text AS amount, coalesce(sum(revenue), 0)::text AS revenue,
           coalesce(sum(insurance), 0)::text AS insurance, coalesce(sum(promotion), 0)::text AS promotion,
           coalesce(sum(management), 0)::text AS management, coalesce(sum(dynamic), 0)::text AS dynamic
      FROM fees WHERE asset = 'USDT' AND (${source ?? null}::text IS NULL OR source = ${source ?? null}::text)`);
  return Object.fromEntries(PARTS.map((part) => [part, BigInt(rows[0]![part])])) as FeeSums;
}
