/** Images that users sent lie on the disk sealed: operators get a copy of one, and the audit says who did. */
import * as z from 'zod/mini';
import type { FileStore } from '../adapters/file-store';
import { uploadAt, type UploadRow } from '../domain/uploads/repo';
import { defineCommand, OperatorError, type Outcome } from './command';

/** A copy of an image, as the line of a command that writes it to a file takes it (upload-cli.ts). */
export async function copyOf(files: FileStore, row: UploadRow): Promise<Pick<Outcome, 'lines' | 'data'>> {
  const { path, type, width, height, userId } = row;
  const base64 = Buffer.from(await files.read(path)).toString('base64');
  return {
    lines: [`${type}, ${width} x ${height}, of user ${userId}`],
    data: { path: `uploads/${path}`, type, width, height, userId, base64 },
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
