/** Images that users sent lie on the disk sealed: operators get a copy of one, and the audit says who did. */
import * as z from 'zod/mini';
import type { FileStore } from '../adapters/file-store';
import type { Queries } from '../db/client';
import { uploadAt, uploadsById, type UploadRow } from '../domain/uploads/repo';
import { defineCommand, OperatorError, type Outcome } from './command';

/** Operators name an upload by its path below the gateway's folder (VAR_DIR), which nobody else can read. */
export const shownPath = ({ path }: Pick<UploadRow, 'path'>) => `uploads/${path}`;

/** Gives the path of each of these images; one that is not there is told as missing. */
export async function pathsOf(queries: Queries, images: readonly string[]): Promise<(image: string) => string> {
  const rows = new Map((await uploadsById(queries, images)).map((row) => [row.id, row]));
  return (image) => {
    const row = rows.get(image);
    return row ? shownPath(row) : `missing: ${image}`;
  };
}

/** A copy of an image, as the line of a command that writes it to a file takes it (upload-cli.ts). */
export async function copyOf(files: FileStore, row: UploadRow): Promise<Pick<Outcome, 'lines' | 'data'>> {
  const { path, type, width, height, userId } = row;
  const base64 = Buffer.from(await files.read(path)).toString('base64');
  return {
    lines: [`${type}, ${width} x ${height}, of user ${userId}`],
    data: { path: shownPath(row), type, width, height, userId, base64 },
  };
}

export const uploadSave = defineCommand({
  name: 'upload save',
  audited: 'took a copy of an image',
  role: 'reviewer',
  schema: z.strictObject({
    path: z.string().check(z.regex(/^(uploads\/)?[0-9a-f]{2}\/[0-9a-f-]{36}\.(jpg|png|webp)$/)),
  }),
  run: async (tx, { path }, _now, { files }) => {
    const row = await uploadAt(tx, path.replace(/^uploads\//, ''));
    if (!row) throw new OperatorError('state', `there is no upload ${path}`);
    return { ...(await copyOf(files, row)), subject: path, detail: { userId: row.userId } };
  },
});
