/** `mining record` and `mining days`: a UTC day's receipts, and what became of them (docs/rules.md §6). */
import * as z from 'zod/mini';
import { MINING_ASSET } from '../../contract/calls/machines';
import { amountInput, toAmount, toUnits } from '../../contract/money';
import { recordReceipts, ReceiptsError } from '../domain/machines/record-receipts';
import { latestDays } from '../domain/machines/receipts-repo';
import { dayAt, dayText } from '../domain/machines/rules';
import { loadSettings } from '../domain/settings/settings';
import { defineCommand, OperatorError } from './command';

const usdt = (units: bigint) => toAmount(units, MINING_ASSET);

/** A file stays with the operator; its hash tells which one it was. */
const evidence = z.union(
  [
    z.strictObject({ transaction: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
    z.strictObject({
      file: z.string().check(z.minLength(1), z.maxLength(200)),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ],
  { error: "must be a transaction's id or a file" },
);

export const miningRecord = defineCommand({
  name: 'mining record',
  audited: "recorded a day's mining receipts",
  needsClock: true,
  role: 'finance',
  needsSecond: true,
  schema: z.strictObject({ day: z.iso.date(), receipts: amountInput(MINING_ASSET), evidence }),
  async run(tx, input, now) {
    const day = dayAt(input.day);
    const receipts = toUnits(input.receipts, MINING_ASSET);
    const settings = await loadSettings(tx);
    try {
      const row = await recordReceipts(tx, { day, receipts, evidence: input.evidence, settings, now });
      const data = {
        id: row.id,
        day: input.day,
        receipts: usdt(row.receipts),
        fee: usdt(row.fee),
        feeRate: row.feeRate,
        output: usdt(row.output),
        machines: row.machines,
        hashrate: row.hashrate.toString(),
        evidence: row.evidence,
        journalId: row.journalId,
      };
      return {
        lines: [
          `mining-pool received ${data.receipts} USDT of ${data.day} (journal ${data.journalId}), less a fee of ${data.fee} USDT`,
          `${data.output} USDT go to ${data.machines} machines with ${data.hashrate} T`,
        ],
        data,
        subject: input.day,
        detail: data,
      };
    } catch (error) {
      throw error instanceof ReceiptsError ? new OperatorError('state', error.message) : error;
    }
  },
});

export const miningDaysCommand = defineCommand({
  name: 'mining days',
  description: 'the days whose receipts were recorded, the newest first',
  audited: 'listed the mining receipts',
  options: [{ flags: '--limit <count>', text: 'at most 200', as: 'count', default: 31 }],
  role: 'support',
  schema: z.strictObject({ limit: z.int().check(z.gte(1), z.lte(200)) }),
  async run(tx, { limit }) {
    const rows = await latestDays(tx, limit);
    const data = rows.map(({ day, receipts, fee, output, ...row }) => ({
      ...row,
      day: dayText(day),
      receipts: usdt(receipts),
      fee: usdt(fee),
      output: usdt(output),
    }));
    return {
      lines: data.map((one) =>
        [
          one.day,
          `receipts ${one.receipts}`,
          `fee ${one.fee}`,
          `output ${one.output}`,
          `${one.machines} machines`,
          `${one.hashrate} T`,
          one.isDistributed ? 'distributed' : 'under way',
        ].join('\t'),
      ),
      data,
      subject: null,
      detail: { listed: data.length },
    };
  },
});
