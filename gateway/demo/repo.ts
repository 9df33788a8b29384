/** The row that says that a database holds demo data, and how far its seeding has come. */
import { sql } from 'drizzle-orm';
import type { Queries } from '../db/client';
import { demoData } from '../db/schema/system';
import { notices } from '../db/schema/telling';
import type { Tx } from '../db/transaction';

export interface DemoProgress {
  /** UTC ms of the history's end: the clock of the start that began it. */
  begunAt: number;
  stepsDone: number;
  /** Ids of the orders that the steps made, by their names in the story. */
  orders: Readonly<Record<string, string>>;
  completedAt: number | null;
}

/** Null on a database that never had demo data. */
export async function demoProgress(queries: Queries): Promise<DemoProgress | null> {
  const [row] = await queries.select().from(demoData);
  return row ?? null;
}

/** Marks the database for ever; of a seeding that has begun already, answers how far it is. */
export async function beginDemo(queries: Queries, now: number): Promise<DemoProgress> {
  await queries.insert(demoData).values({ begunAt: now }).onConflictDoNothing();
  const progress = await demoProgress(queries);
  if (!progress) throw new Error('the demo data could not be marked');
  return progress;
}

/** The progress, its row locked until the transaction ends. */
export async function lockProgress(tx: Tx): Promise<DemoProgress> {
  const [row] = await tx.select().from(demoData).for('update');
  if (!row) throw new Error('the demo data has not been begun');
  return row;
}

export async function saveProgress(
  queries: Queries,
  progress: Partial<Pick<DemoProgress, 'stepsDone' | 'orders' | 'completedAt'>>,
): Promise<void> {
  await queries.update(demoData).set(progress);
}

/** The story's notices are read, and no mail or push tells them: nobody was there. */
export async function markHistoryTold(queries: Queries, now: number): Promise<void> {
  await queries.update(notices).set({
    readAt: now,
    dispatchedAt: now,
    occasion: sql`CASE WHEN ${notices.occasion} = 'unread' THEN ${notices.id}::text ELSE ${notices.occasion} END`,
  });
}
