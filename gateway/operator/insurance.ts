/** `insurance pay`: a payout of the insurance fund, whose reason everybody can read (docs/rules.md §7). */
import * as z from 'zod/mini';
import { INSURANCE_ASSET } from '../../contract/calls/insurance';
import { lineOfText } from '../../contract/ids';
import { toAmount } from '../../contract/money';
import type { Tx } from '../db/transaction';
import { payFromFund } from '../domain/insurance/pay';
import { systemBalance } from '../ledger/balances';
import { defineCommand, OperatorError, refuseOwn, type OperatorContext } from './command';
import { explained, unitsOf } from './ledger-refusals';
import { mainAccountNamed } from './users';

/** Takes exactly one of both targets. */
async function targetOf(
  tx: Tx,
  { user, outside }: { user?: string | undefined; outside?: boolean | undefined },
  context: OperatorContext,
) {
  if ((user === undefined) === (outside !== true))
    throw new OperatorError('input', 'give either --user or --outside: who is paid');
  if (user === undefined) return null;
  const to = await mainAccountNamed(tx, user);
  refuseOwn(context, [to.userId]);
  return to;
}

export const insurancePay = defineCommand({
  name: 'insurance pay',
  description: 'pay from the insurance fund; everybody can read amount and reason',
  audited: 'paid from the insurance fund',
  options: [
    { flags: '--user <user>', text: 'the user whose cash is paid: id, e-mail, phone number or invitation code' },
    { flags: '--outside', text: 'the money leaves the platform: it is noted as drawn by the operator' },
    { flags: '--amount <amount>', text: 'USDT', required: true },
    { flags: '--reason <text>', text: 'why; everybody can read it, so name nobody', required: true },
  ],
  needsClock: true,
  role: 'finance',
  needsSecond: true,
  schema: z.strictObject({
    user: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
    outside: z.optional(z.boolean()),
    amount: z.string(),
    reason: lineOfText(200),
    /** Made by the command line for each run, so that a repeated send pays once. */
    runId: z.uuid(),
  }),
  run: async (tx, { amount, reason, runId, ...target }, now, context) => {
    const units = unitsOf(amount, INSURANCE_ASSET, 'amount');
    const to = await targetOf(tx, target, context);
    try {
      const { id, journalId } = await payFromFund(tx, { runId, to, amount: units, reason, now });
      const left = toAmount(await systemBalance(tx, 'insurance', INSURANCE_ASSET), INSURANCE_ASSET);
      const whom = to ? `user ${to.userId}` : 'outside the platform';
      const data = { id, to: to?.userId ?? null, amount: toAmount(units, INSURANCE_ASSET), left, journalId };
      return {
        lines: [`${data.amount} ${INSURANCE_ASSET} paid to ${whom}; the fund has ${left} left (journal ${journalId})`],
        data,
        subject: id,
        detail: { ...data, reason },
      };
    } catch (error) {
      throw explained(error, `${INSURANCE_ASSET} in the insurance fund`);
    }
  },
});
