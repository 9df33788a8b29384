/** One opened database with what is needed to read and write it. */
import type { WorkerEvent } from '../../contract/events';
import type { Environment } from '../environment';
import type { RowCipher, RowCipherTools } from '../session/row-cipher';
import type { ListCache } from './list-cache';
import { prepareStore } from './prepare';
import { RecordCache } from './record-cache';
import { DEVICE_LAYOUT, USER_LAYOUT, type CacheTables, type UserTables } from './schema';
import { Store } from './store';

export interface Vault<Tables extends CacheTables = CacheTables> {
  store: Store<Tables>;
  cipher: RowCipher;
  records: RecordCache;
  /** A chunk of its own: without a session there are no lists. */
  lists: () => Promise<ListCache>;
}

export type UserVault = Vault<UserTables>;

export function userDatabaseName(environment: Environment, userId: string): string {
  return `${environment.databasePrefix}-user-${userId}`;
}

export function deviceDatabaseName(environment: Environment): string {
  return `${environment.databasePrefix}-device`;
}

export function openDeviceVault(
  environment: Environment,
  on: { emit: (event: WorkerEvent) => void; onAnswer: () => void },
): Promise<Vault> {
  const name = deviceDatabaseName(environment);
  const store = new Store({ name, layout: DEVICE_LAYOUT, environment, ...on });
  // The app needs the public rows before anybody has unlocked, so app lock does not seal them.
  const { subtle, randomBytes } = environment;
  return prepare(store, { subtle, randomBytes });
}

/**
 * @param onDeleted another tab deleted the database
 * @throws StoreClosedError when that happens while it is being opened
 */
export function openUserVault(
  environment: Environment,
  userId: string,
  { emit, onDeleted }: { emit: (event: WorkerEvent) => void; onDeleted: () => void },
): Promise<UserVault> {
  const name = userDatabaseName(environment, userId);
  const store = new Store({ name, layout: USER_LAYOUT, environment, emit, onDeleted });
  return prepare(store, environment);
}

async function prepare<Tables extends CacheTables>(
  store: Store<Tables>,
  tools: RowCipherTools,
): Promise<Vault<Tables>> {
  // A store of more tables is a store of these.
  const asCache = store as unknown as Store<CacheTables>;
  const cipher = await prepareStore(asCache, tools);
  let lists: Promise<ListCache> | undefined;
  const loadLists = () => {
    lists ??= import('./list-cache').then(({ ListCache: Loaded }) => new Loaded(asCache, cipher));
    // The next reader tries again.
    lists.catch(() => (lists = undefined));
    return lists;
  };
  return { store, cipher, records: new RecordCache(asCache, cipher), lists: loadLists };
}
