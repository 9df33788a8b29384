/** A new user with everything that belongs to one. */
import type { Tx } from '../../../db/transaction';
import { openUserAccounts } from '../../../ledger/accounts';
import type { Deps } from '../../call-context';
import { insertMainAccount, insertUser, userByLoginName } from './user-repo';

export interface UserToCreate {
  nickname: string;
  /** Lower-case e-mail address or eleven-digit mobile number. */
  loginName: string;
  loginPasswordHash: string;
  inviterId: string;
  /** UTC ms */
  now: number;
}

export interface CreatedUser {
  userId: string;
  /** The main trading account; its ledger accounts are open. */
  accountId: string;
  invitationCode: string;
}

/** An invitation code has 40 random bits: that three in a row are taken does not happen. */
const CODE_ATTEMPTS = 3;

/** Creates user, main account and ledger accounts. Null when the e-mail address or number has an account already. */
export async function createUser(tx: Tx, deps: Deps, user: UserToCreate): Promise<CreatedUser | null> {
  const isEmail = user.loginName.includes('@');
  for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt += 1) {
    const invitationCode = deps.ids.invitationCode();
    const userId = await insertUser(tx, {
      nickname: user.nickname,
      email: isEmail ? user.loginName : null,
      phone: isEmail ? null : user.loginName,
      loginPasswordHash: user.loginPasswordHash,
      invitationCode,
      inviterId: user.inviterId,
      createdAt: user.now,
    });
    if (userId !== null) {
      const accountId = await insertMainAccount(tx, userId, user.now);
      await openUserAccounts(tx, accountId);
      return { userId, accountId, invitationCode };
    }
    if (await userByLoginName(tx, user.loginName)) return null;
  }
  throw new Error('no free invitation code was found');
}
