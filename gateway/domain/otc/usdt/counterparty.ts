/** Somebody on the market, as others see them: who never was on it cannot be looked up. */
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { otcCounterparty } from '../../../../contract/calls/otc-usdt';
import { Refusal, type UserContext } from '../../call-context';
import { avatarImage } from '../../identity/avatars';
import { userById } from '../../identity/user-repo';
import { isRecordId } from '../../paging';
import { completionRate, recordOfAll, traderOf, tradersById } from '../traders-repo';
import { openOffersOf } from './offers-repo';
import { hasTraded } from './trades-repo';
import { viewOffers } from './view';

/** Open offers that are shown. */
const SHOWN = 20;

/** @throws Refusal not-found */
export async function describeCounterparty(
  { deps, session, now }: UserContext,
  { id }: ParsedInputOf<typeof otcCounterparty>,
): Promise<AnswerOf<typeof otcCounterparty>> {
  const { db } = deps.db;
  const user = isRecordId(id) && (await hasTraded(db, id)) ? await userById(db, id) : null;
  if (!user) throw new Refusal('not-found');
  const record = await recordOfAll(db, id);
  return {
    trader: traderOf(await tradersById(db, [id], now), id),
    avatar: await avatarImage(db, user),
    registeredAt: user.createdAt,
    all: { completed: record.completed, completionRate: completionRate(record) },
    lots: [],
    offers: await viewOffers(db, await openOffersOf(db, id, SHOWN), session.userId, now),
  };
}
