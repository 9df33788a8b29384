/** The user at the top of the tree, whose invitation code the first registration needs. Nobody can log in as root. */
import type { Deps } from '../../call-context';
import { insertUser, rootUser } from './user-repo';
import { withTransaction } from '../../../db/transaction';

/** Creates the root user on the first start; later, and beside another gateway, answers the one that is there. */
export async function ensureRootUser(deps: Deps): Promise<{ userId: string; invitationCode: string }> {
  const invitationCode = deps.ids.invitationCode();
  return withTransaction(deps.db, async (tx) => {
    const existing = await rootUser(tx);
    if (!existing) {
      const createdAt = deps.clock.now();
      const nobody = { email: null, phone: null, loginPasswordHash: null, inviterId: null };
      await insertUser(tx, { ...nobody, nickname: 'RAB', invitationCode, createdAt });
    }
    const root = existing ?? (await rootUser(tx));
    if (!root) throw new Error('the root user could not be created');
    return { userId: root.id, invitationCode: root.invitationCode };
  });
}
