/** Rows of devices that logged in before. One is known only while its epoch is its user's ([Note: Session epochs]). */
import { and, desc, eq, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { knownDevices } from '../../../db/schema/identity';
import type { Tx } from '../../../db/transaction';

/** A device of a user at an epoch. */
export interface Device {
  userId: string;
  tokenHash: string;
  epoch: number;
}

const isDevice = ({ userId, tokenHash }: Pick<Device, 'userId' | 'tokenHash'>) =>
  and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, tokenHash));

/** Returns whether the device has logged in before, at the user's present epoch. */
export async function isKnownDevice(tx: Tx, device: Device): Promise<boolean> {
  const known = await tx
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(and(isDevice(device), eq(knownDevices.epoch, device.epoch)));
  return known.length > 0;
}

/** Makes the device known from here on, and forgets the user's longest unused ones beyond `kept`. */
export async function rememberDevice(tx: Tx, device: Device, kept: number, now: number): Promise<void> {
  const { userId, epoch } = device;
  const fresh = { epoch, usedAt: now, wrongTries: 0, wrongSince: null };
  await tx
    .insert(knownDevices)
    .values({ ...device, ...fresh })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: fresh });
  const newest = tx
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.usedAt), desc(knownDevices.tokenHash))
    .limit(kept);
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.tokenHash, newest)));
}

/**
 * Counts a try of a known device before its password is looked at. Atomic: of many at once exactly `maxTries` in an hour count.
 * @returns false for a device that is not known or has no try left
 */
export async function countDeviceTry(
  tx: Tx,
  device: Device,
  { maxTries, windowMs, now }: { maxTries: number; windowMs: number; now: number },
): Promise<boolean> {
  const isOver = or(isNull(knownDevices.wrongSince), lte(knownDevices.wrongSince, now - windowMs));
  const rows = await tx
    .update(knownDevices)
    .set({
      wrongTries: sql`CASE WHEN ${isOver} THEN 1 ELSE ${knownDevices.wrongTries} + 1 END`,
      wrongSince: sql`CASE WHEN ${isOver} THEN ${new Date(now).toISOString()}::timestamptz ELSE ${knownDevices.wrongSince} END`,
    })
    .where(
      and(isDevice(device), eq(knownDevices.epoch, device.epoch), or(isOver, lt(knownDevices.wrongTries, maxTries))),
    )
    .returning({ epoch: knownDevices.epoch });
  return rows.length > 0;
}

export async function forgetDevice(tx: Tx, userId: string, tokenHash: string): Promise<void> {
  await tx.delete(knownDevices).where(isDevice({ userId, tokenHash }));
}

/** Takes one device into the user's new epoch and forgets the others. @param kept `tokenHash` null: forgets all */
export async function keepOneDevice(
  tx: Tx,
  userId: string,
  { tokenHash, epoch }: { tokenHash: string | null; epoch: number },
): Promise<void> {
  if (tokenHash !== null) await tx.update(knownDevices).set({ epoch }).where(isDevice({ userId, tokenHash }));
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), ne(knownDevices.epoch, epoch)));
}

export async function deleteDevicesUnusedSince(queries: Queries, moment: number): Promise<void> {
  await queries.delete(knownDevices).where(lt(knownDevices.usedAt, moment));
}
