/** What the keeper of sessions needs only where something went wrong: after a crash, or without the disk. Loaded then. */
import { clearStore } from '../cache/prepare';
import { deleteDatabase } from '../cache/store';
import { deviceDatabaseName, openUserVault, userDatabaseName } from '../cache/vault';
import type { Environment } from '../environment';
import {
  SESSION_ROW,
  WIPE_ROW,
  asCache,
  unlessDeleted,
  type KeeperOptions,
  type StoredSession,
  type Wipe,
} from './session-keeper';

/**
 * Before a log-in that only memory can keep: removes the session that the disk may hold, so that the next start does not find
 * somebody else, and before it everything of other people: the notes of what is to be wiped go with the session.
 * @returns whether all of it is gone
 */
export async function removeOthers(environment: Environment, userId: string): Promise<boolean> {
  const { indexedDB, databasePrefix } = environment;
  // Older browsers do not list them; without the session nobody opens them.
  const kept = await Promise.resolve(indexedDB?.databases?.()).catch(() => []);
  for (const { name = '' } of kept ?? []) {
    const isOthers = name.startsWith(`${databasePrefix}-user-`) && name !== userDatabaseName(environment, userId);
    if (isOthers && !(await deleteDatabase(name, environment))) return false;
  }
  return deleteDatabase(deviceDatabaseName(environment), environment);
}

/**
 * Not even a session fits on the disk: the device's database is begun anew, in memory where even that has no room.
 * @param refuse called where somebody else stays on the disk
 */
export async function beginAnew(
  { device, openDevice, environment, events }: KeeperOptions,
  userId: string,
  refuse: () => void,
) {
  if (!(await removeOthers(environment, userId))) refuse();
  Object.assign(device, await openDevice());
  const { mode, isFull } = device.store;
  events.emit({ type: 'storage', mode: isFull ? 'full' : mode });
}

/** Leaves whoever is on the disk, without opening their session; [Note: Leaving] in session-keeper.ts. */
export async function leaveStored({ device, environment }: KeeperOptions): Promise<void> {
  const leave = (isNoted: boolean) =>
    device.store.run((database) =>
      database.atomically(['meta'], async ({ meta }) => {
        const stored = (await meta.get(SESSION_ROW))?.value as StoredSession | undefined;
        if (!stored) return;
        const wipe: Wipe = { userId: stored.userId, because: 'logged-out' };
        await meta.deleteAll([SESSION_ROW]);
        if (!isNoted) return;
        await meta.putAll([
          { key: WIPE_ROW, value: wipe },
          { key: `goodbye ${environment.now()}`, value: stored.token },
        ]);
      }),
    );
  await leave(true).catch(() => leave(false));
}

/** Does what the note of an unfinished log-out asks for. @returns whether nothing of it is left to do */
export async function wipeLeft({ environment, events }: KeeperOptions, wipe: Wipe): Promise<boolean> {
  if (wipe.because === 'logged-out') return deleteDatabase(userDatabaseName(environment, wipe.userId), environment);
  // Deleted by another tab meanwhile, it is as good as cleared.
  const vault = await openUserVault(environment, wipe.userId, {
    emit: (event) => events.emit(event),
    onDeleted: () => {},
  }).catch(unlessDeleted);
  if (vault) await clearStore(asCache(vault), wipe.because).catch(unlessDeleted);
  await vault?.store.close();
  return true;
}
