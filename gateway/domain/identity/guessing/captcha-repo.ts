/** Rows of captchas, and of how hard the next one of an address has to be. */
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { captchaDemands, captchas } from '../../../db/schema/identity';

type CaptchaRow = typeof captchas.$inferSelect;

export async function insertCaptcha(queries: Queries, captcha: Omit<CaptchaRow, 'usedAt'>): Promise<void> {
  await queries.insert(captchas).values(captcha);
}

export async function openCaptcha(queries: Queries, id: string, now: number): Promise<CaptchaRow | null> {
  const [row] = await queries
    .select()
    .from(captchas)
    .where(and(eq(captchas.id, id), isNull(captchas.usedAt), gt(captchas.expiresAt, now)));
  return row ?? null;
}

/** Uses a captcha up; false when somebody else just did. */
export async function spendCaptcha(queries: Queries, id: string, now: number): Promise<boolean> {
  const rows = await queries
    .update(captchas)
    .set({ usedAt: now })
    .where(and(eq(captchas.id, id), isNull(captchas.usedAt)))
    .returning({ id: captchas.id });
  return rows.length > 0;
}

/** Remembers how hard the next challenge for an address has to be; the hardest demand stands. */
export async function demandBits(
  queries: Queries,
  demand: typeof captchaDemands.$inferSelect,
  now: number,
): Promise<void> {
  const known = sql`CASE WHEN ${captchaDemands.expiresAt} > ${new Date(now).toISOString()}::timestamptz
                         THEN ${captchaDemands.difficultyBits} ELSE 0 END`;
  await queries
    .insert(captchaDemands)
    .values(demand)
    .onConflictDoUpdate({
      target: captchaDemands.addressKey,
      set: { difficultyBits: sql`greatest(excluded.difficulty_bits, ${known})`, expiresAt: demand.expiresAt },
    });
}

/** The captcha's difficulty that was demanded of an address, bits; 0 when none was. */
export async function demandedBits(queries: Queries, addressKey: string, now: number): Promise<number> {
  const [row] = await queries
    .select({ bits: captchaDemands.difficultyBits })
    .from(captchaDemands)
    .where(and(eq(captchaDemands.addressKey, addressKey), gt(captchaDemands.expiresAt, now)));
  return row?.bits ?? 0;
}

/** Deletes what has run out. */
export async function deleteCaptchasExpiredBy(queries: Queries, now: number): Promise<void> {
  await queries.delete(captchas).where(lt(captchas.expiresAt, now));
  await queries.delete(captchaDemands).where(lt(captchaDemands.expiresAt, now));
}
