/**
 * Uploaded files as they lie on the disk: AES-256-GCM under a key of the gateway's secret, bound to the file's name. The header tells
 * the version and which key it was, so that a rotation of the secret knows how far it came.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** No image begins like this. The last byte is the version. */
const MAGIC = Buffer.from([0x52, 0x41, 0x42, 0x46, 0x01]);
const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES;

/** The secret that sealed a file: this one or another; `clear`: the file is from before files were sealed. */
export type FileState = 'mine' | 'other' | 'clear';

export interface FileSeal {
  seal(path: string, content: Uint8Array): Uint8Array;
  /** @throws Error for a file of another secret or another name, or one that was changed */
  open(path: string, stored: Uint8Array): Uint8Array;
  /** @param start the file's first bytes, or all of them */
  stateOf(start: Uint8Array): FileState;
}

/** `stateOf` needs this many of a file's first bytes. */
export const FILE_HEADER_BYTES = HEADER_BYTES;

export function fileSeal(secret: Uint8Array): FileSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'rab-uploaded-file', 32));
  const header = Buffer.concat([MAGIC, createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)]);
  const boundTo = (path: string) => Buffer.concat([header, Buffer.from(path)]);
  const stateOf = (start: Uint8Array): FileState => {
    const found = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, HEADER_BYTES));
    if (!found.subarray(0, MAGIC.length).equals(MAGIC)) return 'clear';
    return found.equals(header) ? 'mine' : 'other';
  };
  return {
    stateOf,
    seal(path, content) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(path));
      const body = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([header, iv, cipher.getAuthTag(), body]);
    },
    open(path, stored) {
      const state = stateOf(stored);
      if (state === 'clear') return stored;
      if (state === 'other') throw new Error('the file was sealed with another secret');
      const iv = stored.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES);
      const bodyAt = HEADER_BYTES + IV_BYTES + TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(boundTo(path));
      decipher.setAuthTag(stored.subarray(HEADER_BYTES + IV_BYTES, bodyAt));
      return Buffer.concat([decipher.update(stored.subarray(bodyAt)), decipher.final()]);
    },
  };
}
