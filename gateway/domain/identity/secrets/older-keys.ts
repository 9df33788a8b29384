/**
 * Keys of former secrets. Some hashes are made with a key of the secret, of what is not kept: nobody can make them anew when the secret
 * is rotated. So the key that they were made with stays, sealed with the secret that there is now.
 */
import { createHash } from 'node:crypto';
import type { Queries } from '../../../db/client';
import { olderKeyRows } from './older-keys-repo';
import { keyOfUse, unseal } from './secrets';

/** The uses of a hashing key. A rotation keeps one older key for each. */
export const KEPT_USES = ['password', 'recovery'] as const;
export type KeptKeyUse = (typeof KEPT_USES)[number];

export interface OlderKey {
  /** The first eight hexadecimal digits of the key's SHA-256. */
  id: string;
  key: Buffer;
}

export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/** The key of the secret as it is now. */
export function currentKey(secret: Uint8Array, use: KeptKeyUse): OlderKey {
  const key = keyOfUse(secret, use);
  return { id: keyIdOf(key), key };
}

/** Keys of this use from before rotations; none where the secret is the first one. */
export async function olderKeysOf(queries: Queries, secret: Uint8Array, use: KeptKeyUse): Promise<OlderKey[]> {
  const rows = await olderKeyRows(queries, use);
  return rows.map(({ keyId, sealedKey }) => ({
    id: keyId,
    key: Buffer.from(unseal(secret, 'older-key', sealedKey), 'base64'),
  }));
}
