/** `user freeze|thaw`: operators close an account, and begin its thaw (docs/rules.md §3, §12). */
import * as z from 'zod/mini';
import { freeze } from '../domain/freeze/freeze';
import { openFreeze } from '../domain/freeze/repo';
import { beginThaw } from '../domain/freeze/thaw';
import { userById } from '../domain/identity/users/user-repo';
import { defineCommand, OperatorError, refuseOwn } from './command';
import { userNamed } from './users';

const schema = z.strictObject({
  user: z.string().check(z.minLength(1), z.maxLength(254)),
  reason: z.string().check(z.trim(), z.minLength(1, 'must say why'), z.maxLength(200)),
});

export const userFreeze = defineCommand({
  name: 'user freeze',
  description: 'closes what moves money and ends every session, at once; again, it takes a thaw back',
  audited: 'froze an account',
  options: [{ flags: '<user>' }, { flags: '--reason <text>', text: 'kept in the audit', required: true }],
  role: 'support',
  schema,
  run: async (tx, { user, reason }, now, deps) => {
    const { id } = await userNamed(tx, user);
    const outcome = await freeze(tx, { deps, now }, { userId: id, by: 'operator', reason });
    const lines = {
      frozen: `user ${id} is frozen; every session has ended, and what waited on the markets is taken off`,
      'thaw-taken-back': `the thaw of user ${id} is taken back; every session has ended`,
      'as-it-was': `user ${id} was frozen already; every session has ended`,
    };
    return { lines: [lines[outcome]], data: { userId: id, outcome }, subject: id, detail: { outcome, reason } };
  },
});

/** Identity is checked by the two operators; the wait stays. */
export const userThaw = defineCommand({
  name: 'user thaw',
  description: 'begins the wait after which it thaws; takes two operators, who have checked who asks',
  audited: 'began to thaw an account',
  options: [
    { flags: '<user>' },
    { flags: '--reason <text>', text: 'how the identity was checked; kept in the audit', required: true },
  ],
  role: 'reviewer',
  schema,
  needsSecond: true,
  run: async (tx, { user: name, reason }, now, context) => {
    const { id } = await userNamed(tx, name);
    refuseOwn(context, [id]);
    const [user, before] = [await userById(tx, id), await openFreeze(tx, id)];
    if (before?.thawAt)
      throw new OperatorError('state', `user ${id} thaws at ${new Date(before.thawAt).toISOString()}`);
    const at = user && (await beginThaw(tx, { deps: context, now }, user, 'operator'));
    if (at === null) throw new OperatorError('state', `user ${id} is not frozen`);
    const thawsAt = new Date(at).toISOString();
    return {
      lines: [`user ${id} thaws at ${thawsAt}; the owner is told, and can take it back until then`],
      data: { userId: id, thawsAt },
      subject: id,
      detail: { thawsAt, reason },
    };
  },
});
