/**
 * The device's own token: by it the gateway knows a device that logged in before (docs/rules.md §3). [Note: Device token] It is
 * random, made here with the first try to get in, and the same whoever tries; so it tells nothing of an account, not even that
 * there is one, and stays in the device's database when somebody logs out. It goes with the calls that get somebody in
 * (`namesDevice`), opens nothing by itself, and never reaches the page.
 */
import type { Vault } from '../cache/vault';
import { unlessFull } from '../cache/store-errors';
import { toBase64 } from '../envelope/base64';
import type { RandomBytes } from '../envelope/handshake';
import { UnreadableRowError } from './row-cipher';

/** Row of the device's `meta` table. */
const DEVICE_ROW = 'device';
const TOKEN_BYTES = 32;

/** The kept token, or a new one where there is none that can be read. */
export async function deviceToken({ store, cipher }: Pick<Vault, 'store' | 'cipher'>, randomBytes: RandomBytes) {
  const read = async () => {
    const row = await store.run(({ tables }) => tables.meta.get(DEVICE_ROW));
    return row && ((await cipher.open(DEVICE_ROW, row.value as never)) as string);
  };
  const kept = await read().catch((error: unknown) => {
    if (error instanceof UnreadableRowError) return null;
    throw error;
  });
  if (kept) return kept;
  const fresh = toBase64(randomBytes(new Uint8Array(TOKEN_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
  const sealed = await cipher.seal(DEVICE_ROW, fresh);
  // Another tab may have made one meanwhile: that one counts for both.
  const keep = store.run((database) =>
    database.atomically(['meta'], async ({ meta }) => {
      if (kept === null || !(await meta.get(DEVICE_ROW))) await meta.putAll([{ key: DEVICE_ROW, value: sealed }]);
    }),
  );
  // On a full disk the device is a new one each time.
  await keep.catch(unlessFull);
  return (await read()) ?? fresh;
}
