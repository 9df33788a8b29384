/** Announced versions, and how often apps reported that one of them failed. */
import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { releaseReports, releases } from '../../db/schema/release';
import type { Tx } from '../../db/transaction';

export type ReleaseRow = typeof releases.$inferSelect;
export type ReportRow = typeof releaseReports.$inferSelect;

/** Every version that was ever announced, the latest first. */
export function listReleases(queries: Queries): Promise<ReleaseRow[]> {
  return queries.select().from(releases).orderBy(desc(releases.issuedAt));
}

export async function insertRelease(tx: Tx, release: ReleaseRow): Promise<void> {
  await tx.insert(releases).values(release);
}

export type Report = Omit<ReportRow, 'reports'>;

/** Counts a report. @returns false for a version that was never announced: nothing is kept of it */
export async function countReport(queries: Queries, report: Report): Promise<boolean> {
  const { version, lastAt, lastDetail } = report;
  const known = await queries.select({ version: releases.version }).from(releases).where(eq(releases.version, version));
  if (known.length === 0) return false;
  await queries
    .insert(releaseReports)
    .values(report)
    .onConflictDoUpdate({
      target: [releaseReports.version, releaseReports.kind, releaseReports.reason],
      set: { reports: sql`least(${releaseReports.reports}, 1000000000) + 1`, lastAt, lastDetail },
    });
  return true;
}

export function listReports(queries: Queries, versions: readonly string[]): Promise<ReportRow[]> {
  return queries
    .select()
    .from(releaseReports)
    .where(inArray(releaseReports.version, [...versions]))
    .orderBy(asc(releaseReports.version), asc(releaseReports.kind), asc(releaseReports.reason));
}
