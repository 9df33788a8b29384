/** Seals a bank card's secrets, bound to its user: a row that is copied to another user does not open. */
import * as z from 'zod/mini';
import type { Deps } from '../call-context';
import { seal, unseal } from '../identity/secrets/secrets';
import type { MethodRow } from './repo';

const card = z.strictObject({ userId: z.string(), number: z.string(), holder: z.string(), branch: z.string() });
type Card = z.output<typeof card>;

export function sealCard({ secret }: Pick<Deps, 'secret'>, opened: Card): string {
  return seal(secret, 'card', JSON.stringify(opened));
}

/** Null for a method that is no card. */
export function openCard(
  { secret }: Pick<Deps, 'secret'>,
  { userId, sealedCard }: Pick<MethodRow, 'userId' | 'sealedCard'>,
): Card | null {
  if (sealedCard === null) return null;
  const opened = z.parse(card, JSON.parse(unseal(secret, 'card', sealedCard)));
  if (opened.userId !== userId) throw new Error("a card is in another user's row");
  return opened;
}
