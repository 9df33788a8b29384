/** Helps the keeper of sessions where something went wrong: after a crash, or without the disk. Loaded only then. */
import type { WorkerEvent } from '../../contract/events';
import { clearStore } from '../cache/prepare';
import { USER_LAYOUT, type CacheTables } from '../cache/schema';
import { deleteDatabase, Store } from '../cache/store';
import { deviceDatabaseName, userDatabaseName } from '../cache/vault';
import type { Environment } from '../environment';
import { endingOf } from './ending';
import {
  FORMER_ROW,
  LOCK_ROW,
  SESSION_ROW,
  WIPE_ROW,
  forgetShared,
  unlessDeleted,
  type KeeperOptions,
  type StoredSession,
  type StoredWipe,
} from './stored-session';

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
  const ending = await storedEnding({ device, environment });
  const goodbye = ending === null ? undefined : await device.cipher.seal(SESSION_ROW, ending);
  const leave = (isNoted: boolean) =>
    device.store.run((database) =>
      database.atomically(['meta'], async ({ meta }) => {
        const stored = (await meta.get(SESSION_ROW))?.value as StoredSession | undefined;
        const userId = stored?.userId ?? ((await meta.get(FORMER_ROW))?.value as string | undefined);
        await meta.deleteAll([SESSION_ROW, LOCK_ROW, FORMER_ROW]);
        if (!isNoted || userId === undefined) return;
        const wipe: StoredWipe = { userId, because: 'logged-out' };
        await meta.putAll([{ key: WIPE_ROW, value: wipe }]);
        if (goodbye) await meta.putAll([{ key: `goodbye ${environment.now()}`, value: goodbye }]);
      }),
    );
  await leave(true).catch(() => leave(false));
  await forgetShared(environment);
}

/** The text that ends the stored session. With a lock nobody can read the token itself any more, but that text stands beside it. */
async function storedEnding({
  device,
  environment,
}: Pick<KeeperOptions, 'device' | 'environment'>): Promise<string | null> {
  const [lock, stored] = await device.store.run(({ tables }) =>
    Promise.all([LOCK_ROW, SESSION_ROW].map(async (key) => (await tables.meta.get(key))?.value)),
  );
  if (lock) return (lock as { ending?: string }).ending ?? null;
  if (!stored || !environment.subtle) return null;
  const token = await device.cipher.open(SESSION_ROW, (stored as StoredSession).token).catch(() => null);
  return token === null ? null : endingOf(environment.subtle, token as string);
}

/**
 * The other tab deleted this user's database; this one may have opened it a moment too late, which made it anew. After a
 * refusal it stays, for the same person's drafts and money intents.
 */
export async function ensureGone({ device, environment }: KeeperOptions, userId: string): Promise<void> {
  const [wipe, former] = await device.store.run(({ tables }) =>
    Promise.all([WIPE_ROW, FORMER_ROW].map(async (key) => (await tables.meta.get(key))?.value)),
  );
  const noted = wipe as StoredWipe | undefined;
  const isKept = noted?.userId === userId && noted.because === 'refused';
  if (isKept || former === userId || device.store.mode === 'memory') return;
  await deleteDatabase(userDatabaseName(environment, userId), environment);
}

/** A user's database without its key. */
export function openUserStore(
  environment: Environment,
  userId: string,
  emit: (event: WorkerEvent) => void,
): Store<CacheTables> {
  const name = userDatabaseName(environment, userId);
  const store = new Store({ name, layout: USER_LAYOUT, environment, emit, onDeleted: () => {} });
  // A store of more tables is a store of these.
  return store as unknown as Store<CacheTables>;
}

/** Does what the note of an unfinished log-out asks for. @returns whether nothing of it is left to do */
export async function wipeLeft({ environment, events }: KeeperOptions, wipe: StoredWipe): Promise<boolean> {
  if (wipe.because === 'logged-out') return deleteDatabase(userDatabaseName(environment, wipe.userId), environment);
  // Clearing needs no key, which may be locked. Deleted by another tab meanwhile, it is as good as cleared.
  const store = openUserStore(environment, wipe.userId, (event) => events.emit(event));
  await clearStore(store, wipe.because).catch(unlessDeleted);
  await store.close();
  return true;
}
