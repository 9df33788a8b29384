/** The keys that push services know this installation by (RFC 8292). The gateway makes them at its first start. */
import webPush from 'web-push';
import type { Deps } from '../call-context';
import { seal, unseal } from '../identity/secrets/secrets';
import { insertPushKeys, pushKeysRow } from './subscriptions-repo';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'secret'>;

export async function ensurePushKeys({ db, clock, secret }: KeyDeps): Promise<PushKeys> {
  let row = await pushKeysRow(db.db);
  if (!row) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    const sealedPrivate = seal(secret, 'push-key', privateKey);
    await insertPushKeys(db.db, { publicKey, sealedPrivate, createdAt: clock.now() });
    row = await pushKeysRow(db.db);
  }
  if (!row) throw new Error('the keys for pushes are not there');
  return { publicKey: row.publicKey, privateKey: unseal(secret, 'push-key', row.sealedPrivate) };
}
