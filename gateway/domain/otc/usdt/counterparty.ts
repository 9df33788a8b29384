/** Shows somebody on the markets as others see them. A user who never was on a market cannot be looked up. */
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { counterparty } from '../../../../contract/calls/otc-usdt';
import { Refusal, type UserContext } from '../../call-context';
import { avatarImage } from '../../identity/profile/avatars';
import { userById } from '../../identity/users/user-repo';
import { isRecordId } from '../../paging';
import { openLotsOf } from '../rab/lots-repo';
import { viewLots } from '../rab/view';
import { completionRate, recordOfAll, traderOf, tradersById, wasOnMarket } from '../traders-repo';
import { openOffersOf } from './offers-repo';
import { viewOffers } from './view';

/** Lots and offers that are shown. */
const SHOWN = 20;

/** @throws Refusal not-found */
export async function describeCounterparty(
  { deps, session, now }: UserContext,
  { id }: ParsedInputOf<typeof counterparty>,
): Promise<AnswerOf<typeof counterparty>> {
  const { db } = deps.db;
  const user = isRecordId(id) && (await wasOnMarket(db, id)) ? await userById(db, id) : null;
  if (!user) throw new Refusal('not-found');
  const record = await recordOfAll(db, 'usdt', id);
  return {
    trader: traderOf(await tradersById(db, 'usdt', [id], now), id),
    avatar: await avatarImage(db, user),
    registeredAt: user.createdAt,
    all: { completed: record.completed, completionRate: completionRate(record) },
    lots: await viewLots(db, await openLotsOf(db, id, now, SHOWN), { userId: session.userId, now }),
    offers: await viewOffers(db, await openOffersOf(db, id, SHOWN), session.userId, now),
  };
}
