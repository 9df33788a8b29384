/** The code that is sent for a withdrawal: it counts for its amount and method alone, and the message names both. */
import type { AnswerOf } from '../../../contract/call';
import type { sendWithdrawalCode } from '../../../contract/calls/withdrawals';
import { WITHDRAWAL_ASSET } from '../../../contract/calls/withdrawals';
import { consume } from '../../adapters/rate-limit';
import { withTransaction, type Tx } from '../../db/transaction';
import { Refusal, type UserContext } from '../call-context';
import { withinBudget } from '../identity/messages/budgets';
import { WITHDRAW_CODES } from '../identity/figures';
import { issueFreezeLink } from '../identity/messages/freeze-links';
import { deliverSoon, queueMessage } from '../identity/messages/messages';
import { codeAddress } from '../identity/messages/owner';
import { userById, type UserRow } from '../identity/users/user-repo';
import { issueCode, takeCode, tryCode, wrongCode, type CodeEntry } from '../identity/codes/verification';
import type { MethodRow } from '../methods/repo';
import { usdt } from './view';

export interface WithdrawalToConfirm {
  user: UserRow;
  method: MethodRow;
  amount: bigint;
}

/** Returns the texts that the code is bound to, besides user and purpose. */
function aboutOf({ method, amount }: WithdrawalToConfirm): string[] {
  return [method.id, amount.toString()];
}

/** Names the target of a withdrawal in a line: all of an address, of a card its last digits. */
function targetText({ network, address, bankName, cardLast4 }: MethodRow): string {
  return address === null ? `${bankName} **** ${cardLast4}` : `${network} ${address}`;
}

/** `500 USDT`, without zeros that say nothing. */
function amountText(amount: bigint): string {
  return `${usdt(amount).replace(/\.?0+$/, '')} ${WITHDRAWAL_ASSET}`;
}

/** @throws Refusal rate-limited, resend-too-soon */
export async function sendCodeFor(
  context: UserContext,
  withdrawal: WithdrawalToConfirm,
): Promise<AnswerOf<typeof sendWithdrawalCode>> {
  const { deps, now, lang, session } = context;
  const { isAllowed, retryAfterMs } = await consume(deps, `send:withdraw:${session.userId}`, WITHDRAW_CODES);
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  const to = codeAddress(withdrawal.user);
  const queue = async (tx: Tx) => {
    const about = aboutOf(withdrawal);
    const { user } = withdrawal;
    const wanted = { purpose: 'withdraw', loginName: to, user, about, fits: true } as const;
    const { code, ...times } = await issueCode(tx, context, wanted);
    const words = { amount: amountText(withdrawal.amount), target: targetText(withdrawal.method) };
    const message = { kind: 'withdrawCode', code, ...words } as const;
    const freezeToken = await issueFreezeLink(tx, withdrawal.user.id, now);
    await queueMessage(tx, deps, { to, lang, message, isSilent: false, freezeToken }, now);
    return times;
  };
  const spending = { budget: 'own', to, address: context.address } as const;
  const answer = await withinBudget(deps, spending, () => withTransaction(deps.db, queue));
  deliverSoon(deps);
  return answer;
}

async function entryOf(tx: Tx, withdrawal: WithdrawalToConfirm, code: string): Promise<CodeEntry> {
  const user = await userById(tx, withdrawal.user.id);
  return { purpose: 'withdraw', loginName: codeAddress(withdrawal.user), code, user, about: aboutOf(withdrawal) };
}

/** Resolves when the code is right; it can still be used. A wrong try is counted for good. @throws Refusal wrong-code */
export async function assertCode(context: UserContext, withdrawal: WithdrawalToConfirm, code: string): Promise<void> {
  const verdict = await withTransaction(context.deps.db, async (tx) =>
    tryCode(tx, context, await entryOf(tx, withdrawal, code)),
  );
  if (!verdict.isRight) throw wrongCode(verdict);
}

/** Uses the code up with the caller's transaction. @throws Refusal wrong-code when somebody else just has */
export async function spendCode(
  tx: Tx,
  context: UserContext,
  withdrawal: WithdrawalToConfirm,
  code: string,
): Promise<void> {
  const verdict = await takeCode(tx, context, await entryOf(tx, withdrawal, code));
  if (!verdict.isRight) throw wrongCode({ triesLeft: null });
}
