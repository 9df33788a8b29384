/** `team recompute`: the figures of the team anew from users and custody orders (docs/rules.md §7). */
import * as z from 'zod/mini';
import { recomputeTeam } from '../domain/team/fold';
import { defineCommand } from './command';

export const teamRecompute = defineCommand({
  name: 'team recompute',
  description: 'compute all figures of the team anew from users and custody orders, and tell how many were wrong',
  audited: 'recomputed the figures of the team',
  options: [],
  role: 'finance',
  schema: z.strictObject({}),
  run: async (tx) => {
    const wrong = await recomputeTeam(tx);
    const line =
      wrong === 0 ? 'All figures of the team were right.' : `${wrong} rows of the team were wrong, and are right now.`;
    return { lines: [line], data: { wrong }, subject: null, detail: { wrong } };
  },
});
