/** Makes somebody verified, with a bank card: what the USDT market asks for. How that comes about is tested elsewhere. */
import { randomUUID } from 'node:crypto';
import { insertUpload } from '../../../../gateway/domain/uploads/repo';
import { withTransaction } from '../../../../gateway/db/transaction';
import type { Deps } from '../../../../gateway/domain/call-context';
import { lockRecord, saveRecord } from '../../../../gateway/domain/identity/real-name/real-name-repo';
import { seal } from '../../../../gateway/domain/identity/secrets/secrets';
import { insertMethod } from '../../../../gateway/domain/methods/repo';

export const CARD_NUMBER = '4242424242424242';

type TraderDeps = Pick<Deps, 'db' | 'secret' | 'clock'>;

export async function verify({ db, secret }: TraderDeps, userId: string, realName: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const locked = await lockRecord(tx, userId);
    if (!locked) throw new Error('there is no such user');
    const sealedName = seal(secret, 'document', JSON.stringify([userId, realName]));
    await saveRecord(tx, { ...locked.record, sealedName }, 'approved');
  });
}

/** @returns the method's id */
export async function addCard(
  { db, secret, clock }: TraderDeps,
  userId: string,
  { holder, bankName = 'Bank of Kelp' }: { holder: string; bankName?: string },
): Promise<string> {
  const card = { userId, number: CARD_NUMBER, holder, branch: 'Bay' };
  const sealedCard = seal(secret, 'card', JSON.stringify(card));
  const target = { kind: 'bank', targetKey: randomUUID(), bankName, cardLast4: '4242' } as const;
  const row = { userId, ...target, sealedCard, createdAt: clock.now() };
  return (await withTransaction(db, (tx) => insertMethod(tx, row))).id;
}

/** An upload of the user's, whose file is not looked at. */
export async function addUpload({ db }: TraderDeps, userId: string, path = `00/${randomUUID()}.png`): Promise<string> {
  const id = randomUUID();
  await insertUpload(db, { id, userId, path, type: 'image/png', width: 30, height: 20, bytes: 1, createdAt: 0 });
  return id;
}
