/** Images that users sent lie on the disk sealed: operators get a copy of one, and the audit says who did. */
import * as z from 'zod/mini';
import { uploadAt } from '../domain/uploads/repo';
import { defineCommand, OperatorError } from './command';

export const uploadSave = defineCommand({
  name: 'upload save',
  audited: 'took a copy of an image',
  role: 'reviewer',
  schema: z.strictObject({
    path: z.string().check(z.regex(/^(uploads\/)?[0-9a-f]{2}\/[0-9a-f-]{36}\.(jpg|png|webp)$/)),
  }),
  run: async (tx, { path }, _now, { files }) => {
    const stored = path.replace(/^uploads\//, '');
    const row = await uploadAt(tx, stored);
    if (!row) throw new OperatorError('state', `there is no upload ${path}`);
    const base64 = Buffer.from(await files.read(stored)).toString('base64');
    const { type, width, height, userId } = row;
    return {
      lines: [`${type}, ${width} x ${height}, of user ${userId}`],
      data: { path, type, width, height, userId, base64 },
      subject: path,
      detail: { userId },
    };
  },
});
