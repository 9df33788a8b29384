/** Shows a picture of a trade to its two parties: exactly what was attached to that trade (docs/rules.md §9). */
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { usdtTradeImage } from '../../../../contract/calls/otc-usdt-trades';
import { Refusal, type UserContext } from '../../call-context';
import { shownImage } from '../../uploads/read-image';
import { uploadsById } from '../../uploads/repo';
import { ownTrade } from './chat';
import { isAttached } from './trades-repo';

/** @throws Refusal not-found, rate-limited */
export async function tradeImage(
  context: UserContext,
  { tradeId, id, size }: ParsedInputOf<typeof usdtTradeImage>,
): Promise<AnswerOf<typeof usdtTradeImage>> {
  const { deps, session } = context;
  const { db } = deps.db;
  return shownImage(context, size, async () => {
    await ownTrade(db, session.userId, tradeId);
    const [upload] = (await isAttached(db, tradeId, id)) ? await uploadsById(db, [id]) : [];
    if (!upload) throw new Refusal('not-found');
    return upload;
  });
}
