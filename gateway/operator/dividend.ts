/** `dividend declare`: a part of the net fees of closed days, for those who had custody (docs/rules.md §7). */
import * as z from 'zod/mini';
import { DIVIDEND_ASSET } from '../../contract/calls/dividends';
import { toAmount } from '../../contract/money';
import { declareDividend, DividendError } from '../domain/dividend/declare';
import { defineCommand, OperatorError } from './command';
import { explained, unitsOf } from './ledger-refusals';

const usdt = (units: bigint) => toAmount(units, DIVIDEND_ASSET);

export const dividendDeclare = defineCommand({
  name: 'dividend declare',
  description: 'set a part of the net fees of closed UTC days aside in the dividend pool, for people to claim',
  audited: 'declared a dividend',
  options: [
    { flags: '--from <day>', text: 'first UTC day, e.g. 2026-11-01', required: true },
    { flags: '--to <day>', text: 'last UTC day, included', required: true },
    { flags: '--amount <amount>', text: 'USDT; at most dividend.maximumRate of the net fees', required: true },
  ],
  needsClock: true,
  role: 'finance',
  needsSecond: true,
  schema: z.strictObject({ from: z.iso.date(), to: z.iso.date(), amount: z.string() }),
  run: async (tx, { from, to, amount }, now) => {
    const units = unitsOf(amount, DIVIDEND_ASSET, 'amount');
    try {
      const declared = await declareDividend(tx, { firstDay: from, lastDay: to, amount: units }, now);
      const data = {
        id: declared.id,
        from,
        to,
        amount: usdt(units),
        netFees: usdt(declared.netFees),
        maximum: usdt(declared.maximum),
        recipients: declared.recipients,
        custodyDays: usdt(declared.custodyDays),
        expiresAt: new Date(declared.expiresAt).toISOString(),
        journalId: declared.journalId,
      };
      return {
        lines: [
          `dividend ${data.id}: ${data.amount} ${DIVIDEND_ASSET} for ${from} to ${to}, whose net fees are ${data.netFees}`,
          `${data.recipients} can claim until ${data.expiresAt}, by ${data.custodyDays} custody days`,
        ],
        data,
        subject: data.id,
        detail: data,
      };
    } catch (error) {
      if (error instanceof DividendError) throw new OperatorError('state', error.message);
      throw explained(error, DIVIDEND_ASSET);
    }
  },
});
