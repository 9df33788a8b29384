/**
 * The file of a backup: frames, each sealed with a key of the operator's passphrase. A frame's number and whether it is the last are
 * part of its seal, so that nothing can be left out, put in another order or cut off unseen.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID, scrypt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rm, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { OperatorError } from '../command';

/** The last byte is the version. */
const MAGIC = Buffer.from('RABBACKUP\u0001', 'latin1');
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** About a tenth of a second and 64 MiB for each guess at the passphrase. */
const SCRYPT = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
/** No frame is longer: an upload has at most 12 MiB. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
export const MIN_PASSPHRASE_LENGTH = 12;

/** A frame's description, which comes before its bytes. */
const header = z.discriminatedUnion('item', [
  /** The migrations that the database had: number to checksum. */
  z.strictObject({ item: z.literal('begin'), createdAt: z.int(), migrations: z.record(z.string(), z.string()) }),
  z.strictObject({ item: z.literal('secret') }),
  /** A JSON array of rows. */
  z.strictObject({ item: z.literal('rows'), table: z.string() }),
  z.strictObject({ item: z.literal('file'), path: z.string() }),
  z.strictObject({
    item: z.literal('end'),
    rows: z.record(z.string(), z.int()),
    files: z.int(),
    /** Sequence to the number that it gives next. */
    sequences: z.record(z.string(), z.string()),
  }),
]);
export type Header = z.output<typeof header>;
export interface Frame {
  header: Header;
  body: Buffer;
}

const scryptKey = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);
const keyOf = (passphrase: string, salt: Buffer) => scryptKey(passphrase.normalize('NFKC'), salt, KEY_BYTES, SCRYPT);

/** The key is of one archive, so a frame's number is never used twice with it. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}
const boundTo = (isLast: boolean) => Buffer.from([isLast ? 1 : 0]);

export interface ArchiveWriter {
  write(header: Header, body?: Uint8Array): Promise<void>;
}

/**
 * Writes a new file of the frames that `fill` gives, of which `end` must be the last. All or nothing: without an end there is no file.
 * @throws OperatorError when there is a file of this name
 */
export async function writeArchive(
  path: string,
  passphrase: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const isThere = () => new OperatorError('input', `${path} is there already: a backup replaces nothing`);
  if (existsSync(path)) throw isThere();
  const draft = `${path}.${randomUUID()}.part`;
  const salt = randomBytes(SALT_BYTES);
  const key = await keyOf(passphrase, salt);
  let number = 0;
  let isEnded = false;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.appendFile(Buffer.concat([MAGIC, salt]));
      await fill({
        async write(what, body = new Uint8Array()) {
          if (isEnded) throw new Error('nothing comes after the end');
          isEnded = what.item === 'end';
          const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number)).setAAD(boundTo(isEnded));
          number += 1;
          const sealed = [cipher.update(`${JSON.stringify(what)}\n`), cipher.update(body), cipher.final()];
          const length = Buffer.alloc(4);
          length.writeUInt32BE(sealed.reduce((sum, { length: bytes }) => sum + bytes, TAG_BYTES));
          await file.appendFile(Buffer.concat([length, ...sealed, cipher.getAuthTag()]));
        },
      });
      if (!isEnded) throw new Error('the archive has no end');
      await file.sync();
    } finally {
      await file.close();
    }
    // Linking never replaces.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw isThere();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function exactly(file: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(bytes, at, length - at, null);
    if (bytesRead === 0) throw new OperatorError('state', 'the backup is cut off');
    at += bytesRead;
  }
  return bytes;
}

function openFrame(key: Buffer, number: number, sealed: Buffer): { frame: Frame; isLast: boolean } {
  for (const isLast of [false, true]) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number)).setAAD(boundTo(isLast));
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    let text: Buffer;
    try {
      text = Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
    } catch {
      continue;
    }
    const end = text.indexOf(0x0a);
    const what = z.parse(header, JSON.parse(text.subarray(0, end).toString()));
    return { frame: { header: what, body: text.subarray(end + 1) }, isLast };
  }
  const first = 'the passphrase is not this backup’s, or the backup is damaged at its beginning';
  throw new OperatorError('state', number === 0 ? first : `the backup is damaged at frame ${number}`);
}

/**
 * Reads an archive's frames in order. @throws OperatorError for another passphrase, and for an archive that was changed or cut
 * off
 */
export async function* readArchive(path: string, passphrase: string): AsyncGenerator<Frame> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError('input', `${path} cannot be read (${error.code ?? error.message})`);
  });
  try {
    const start = await exactly(file, MAGIC.length + SALT_BYTES);
    if (!start.subarray(0, MAGIC.length).equals(MAGIC)) throw new OperatorError('input', `${path} is no backup`);
    const key = await keyOf(passphrase, start.subarray(MAGIC.length));
    for (let number = 0; ; number += 1) {
      const length = (await exactly(file, 4)).readUInt32BE();
      if (length <= TAG_BYTES || length > MAX_FRAME_BYTES)
        throw new OperatorError('state', `the backup is damaged at frame ${number}`);
      const { frame, isLast } = openFrame(key, number, await exactly(file, length));
      yield frame;
      if (!isLast) continue;
      if ((await file.read(Buffer.alloc(1), 0, 1, null)).bytesRead !== 0)
        throw new OperatorError('state', 'something was added to the backup');
      return;
    }
  } finally {
    await file.close();
  }
}
