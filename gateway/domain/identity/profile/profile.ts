/** Answers users who ask about their own account. */
import type { AnswerOf } from '../../../../contract/call';
import type { userInfo } from '../../../../contract/calls/profile';
import { Refusal, type UserContext } from '../../call-context';
import { avatarImage } from './avatars';
import { maskEmail, maskPhone } from '../users/masks';
import { userById } from '../users/user-repo';

/** @throws Refusal unauthorized when the user is gone */
export async function describeUser({ deps, session }: UserContext): Promise<AnswerOf<typeof userInfo>> {
  const user = await userById(deps.db.db, session.userId);
  if (!user) throw new Refusal('unauthorized');
  return {
    id: user.id,
    nickname: user.nickname,
    avatar: await avatarImage(deps.db.db, user),
    invitationCode: user.invitationCode,
    email: user.email === null ? null : maskEmail(user.email),
    phone: user.phone === null ? null : maskPhone(user.phone),
    level: user.level,
    hasTradePassword: user.tradePasswordHash !== null,
    hasAuthenticator: user.authenticatorBoundAt !== null,
    identity: user.identityStatus,
    accountId: session.accountId,
    registeredAt: user.createdAt,
  };
}
