/** Sub-accounts: creating one, switching, and moving money between one's own (docs/rules.md §3). */
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type { transferToAccount, createSubAccount } from '../../../contract/calls/profile';
import { toAmount, toUnits } from '../../../contract/money';
import { withTransaction } from '../../db/transaction';
import { openUserAccounts } from '../../ledger/accounts';
import { post } from '../../ledger/post';
import { Refusal, type UserContext } from '../call-context';
import { refuseReserved } from '../identity/profile/reserved-names';
import { switchSession, type OpenedSession } from '../identity/sessions/sessions';
import { runMoneyCall } from '../money-call';
import { isRecordId } from '../paging';
import { loadSettings } from '../settings/settings';
import { runWriteCall } from '../write-call';
import { insertSubAccount, lockAccountsOf, ownAccount } from './repo';

/** @throws Refusal limit-reached (with `limit`), invalid-input for a reserved name, since operators read it */
export async function createSub(
  context: UserContext,
  { name }: ParsedInputOf<typeof createSubAccount>,
): Promise<AnswerOf<typeof createSubAccount>> {
  const { session, now } = context;
  const { userId } = session;
  refuseReserved('name', name);
  return runWriteCall(context, async (tx) => {
    const limit = (await loadSettings(tx))['security.maxSubAccounts'];
    const subs = (await lockAccountsOf(tx, userId)).filter(({ kind }) => kind === 'sub');
    if (subs.length >= limit) throw new Refusal('limit-reached', { data: { limit: String(limit) } });
    const id = await insertSubAccount(tx, { userId, name, now });
    await openUserAccounts(tx, id);
    return { id, kind: 'sub', name, totalUsdt: '0', isCurrent: false, createdAt: now };
  });
}

/**
 * Opens a session on another of the user's accounts: the token tells which account a request means, so that what was asked
 * under the old one is never shown under the new. The old session ends when the new one is first used.
 * @throws Refusal not-found
 */
export async function switchAccount(context: UserContext, accountId: string): Promise<OpenedSession> {
  const { deps, session } = context;
  return withTransaction(deps.db, async (tx) => {
    const account = isRecordId(accountId) ? await ownAccount(tx, session.userId, accountId) : null;
    if (!account) throw new Refusal('not-found');
    return switchSession(tx, context, account.id);
  });
}

/** Moves money from the account that is switched to; free, both are the user's own. @throws Refusal of `transferToAccount` */
export async function transferToOwn(
  context: UserContext,
  input: ParsedInputOf<typeof transferToAccount>,
): Promise<AnswerOf<typeof transferToAccount>> {
  const { session, now, idempotencyKey } = context;
  const { toAccountId, asset } = input;
  const units = toUnits(input.amount, asset);
  const from = { owner: session.accountId, kind: 'user_cash', asset } as const;
  return runMoneyCall(context, 'transferToAccount', input, async (tx) => {
    const target = isRecordId(toAccountId) ? await ownAccount(tx, session.userId, toAccountId) : null;
    if (!target) throw new Refusal('not-found');
    if (target.id === session.accountId) throw new Refusal('same-account');
    const { journalId } = await post(tx, {
      transferId: `transfer:${session.userId}:${idempotencyKey}`,
      kind: 'transfer',
      reference: `${session.accountId}-${target.id}`,
      at: now,
      legs: [
        { account: from, amount: -units },
        { account: { ...from, owner: target.id }, amount: units },
      ],
    });
    return { journalId, amount: toAmount(units, asset) };
  });
}
