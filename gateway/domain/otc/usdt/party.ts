/** Checks who may place and take offers, and with which bank cards (docs/rules.md §8, §9). */
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { Queries } from '../../../db/client';
import type { SealedPayee } from '../../../db/schema/otc-usdt';
import { cashOf } from '../../../ledger/balances';
import { Refusal, type Deps, type Session } from '../../call-context';
import { userById, type UserRow } from '../../identity/users/user-repo';
import { methodsOf } from '../../methods/repo';
import type { Settings } from '../../settings/figures';
import { loadSettings } from '../../settings/settings';
import { tooLittle } from '../../too-little';
import { feeRateOf } from '../fees';
import { haltReason } from './offers-repo';
import { USDT } from './rules';

/** The user who acts, and when (UTC ms): any call's context is one. */
export interface Actor {
  deps: Pick<Deps, 'secret'>;
  session: Session;
  now: number;
}

export interface Party {
  user: UserRow;
  settings: Settings;
  /** The fee's rate, with the discount of the user's level. */
  feeRate: string;
  /** USDT of the account that is switched to. */
  available: bigint;
}

/** @throws Refusal market-halted, needs-identity; unauthorized when the user is gone */
export async function partyFor(queries: Queries, { session }: Pick<Actor, 'session'>): Promise<Party> {
  if ((await haltReason(queries)) !== null) throw new Refusal('market-halted');
  const user = await userById(queries, session.userId);
  if (!user) throw new Refusal('unauthorized');
  if (user.identityStatus !== 'approved') throw new Refusal('needs-identity');
  const settings = await loadSettings(queries);
  const feeRate = feeRateOf(settings['otc.usdtFeeRate'], user.level, settings);
  const available = await cashOf(queries, session.accountId, USDT);
  return { user, settings, feeRate, available };
}

/** @throws Refusal insufficient-funds, with what there is */
export function assertCovers(available: bigint, needed: bigint): void {
  if (needed > available) throw tooLittle(available, USDT);
}

/** The seller's cards of these that are on file. */
export async function cardsOf(queries: Queries, userId: string, ids: readonly string[]): Promise<SealedPayee[]> {
  const methods = await methodsOf(queries, userId);
  return methods
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ bankName, sealedCard }) =>
      bankName === null || sealedCard === null ? [] : [{ bankName, sealedCard }],
    );
}

/**
 * The cards that somebody names to be paid to; who buys names none.
 * @throws Refusal not-found for one that is no card of theirs on file, payee-missing, invalid-input for a buyer's
 */
export async function namedCards(
  queries: Queries,
  { userId, side, methodIds }: { userId: string; side: OtcSide; methodIds: readonly string[] },
): Promise<SealedPayee[]> {
  const cards = await cardsOf(queries, userId, methodIds);
  if (cards.length !== new Set(methodIds).size) throw new Refusal('not-found');
  if (side === 'buy' && cards.length > 0) throw new Refusal('invalid-input');
  if (side === 'sell' && cards.length === 0) throw new Refusal('payee-missing');
  return cards;
}
