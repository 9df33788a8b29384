/** `audit list`: what operators did. */
import * as z from 'zod/mini';
import { defineCommand } from './command';
import { listActs } from './repo';

export const auditList = defineCommand(
  'audit list',
  z.strictObject({ limit: z.int().check(z.gte(1), z.lte(500)) }),
  async (tx, { limit }) => {
    const data = (await listActs(tx, limit)).map((act) => ({ ...act, at: new Date(act.at).toISOString() }));
    return {
      lines: data.map(({ at, actor, act, subject, detail }) =>
        [at, actor, act, subject ?? '–', JSON.stringify(detail)].join('\t'),
      ),
      data,
      subject: null,
      detail: {},
    };
  },
);
