/** Records the mining receipts of a UTC day (docs/rules.md §6): into the mining pool, less the service fee, with the shares laid down. */
import { MINING_ASSET } from '../../../contract/calls/machines';
import { rateUnits } from '../../../contract/money';
import type { Tx } from '../../db/transaction';
import { postAll, type Journal } from '../../ledger/post';
import { announce } from '../live/announce';
import { feeOfNobody } from '../fees/split';
import type { Settings } from '../settings/figures';
import {
  insertReceipts,
  isRecorded,
  nthThatRan,
  ranByHashrate,
  type Evidence,
  type NewReceipts,
} from './receipts-repo';
import { cutOf, dayOf, dayText, serviceFee, shareOf, type Running } from './rules';

export interface ReceiptsRequest {
  /** UTC midnight at which the day began. */
  day: number;
  receipts: bigint;
  evidence: Evidence;
  settings: Settings;
  now: number;
}

/** The operator asked for something that cannot be; the message is one sentence for them. */
export class ReceiptsError extends Error {
  override name = 'ReceiptsError';
}

/** Each in a journal of its own: the firewall lets nothing but recorded receipts into the pool, and fees come out of the pool. */
function receiptsJournals({ day, receipts, evidence, settings, now }: ReceiptsRequest, fee: bigint): Journal[] {
  const on = dayText(day);
  const account = (system: 'operator-capital' | 'mining-receipts' | 'mining-pool') =>
    ({ system, asset: MINING_ASSET }) as const;
  const journal = (step: string, kind: string, rest: Pick<Journal, 'legs' | 'fees'>): Journal => ({
    transferId: `mining-receipts:${on}:${step}`,
    kind,
    reference: on,
    memo: { ...evidence },
    at: now,
    ...rest,
  });
  return [
    journal('in', 'mining-receipts', {
      legs: [
        { account: account('operator-capital'), amount: -receipts },
        { account: account('mining-receipts'), amount: receipts },
      ],
    }),
    journal('pool', 'mining-receipts', {
      legs: [
        { account: account('mining-receipts'), amount: -receipts },
        { account: account('mining-pool'), amount: receipts, spread: true },
      ],
    }),
    ...(fee === 0n
      ? []
      : [
          journal('fee', 'machine-service', {
            legs: [{ account: account('mining-pool'), amount: -fee }],
            fees: feeOfNobody(settings, {
              source: 'machine-service',
              asset: MINING_ASSET,
              base: receipts,
              amount: fee,
            }),
          }),
        ]),
  ];
}

/** The end of the largest remainders: the id of the last machine that gets a unit more. */
async function cutAt(tx: Tx, day: number, output: bigint, ran: readonly Running[], total: bigint) {
  const { remainder, count } = cutOf(output, ran);
  const tied = ran.map(({ hashrate }) => hashrate).filter((one) => shareOf(output, one, total).remainder === remainder);
  return { cutRemainder: remainder, cutId: count === 0 ? '0' : await nthThatRan(tx, day, tied, count) };
}

/** @throws ReceiptsError for a day that is not over, was recorded before, or on which nothing ran */
export async function recordReceipts(tx: Tx, request: ReceiptsRequest): Promise<NewReceipts & { id: string }> {
  const { day, receipts, evidence, settings, now } = request;
  if (day >= dayOf(now)) throw new ReceiptsError(`${dayText(day)} is not over in UTC`);
  if (await isRecorded(tx, day)) throw new ReceiptsError(`the receipts of ${dayText(day)} were recorded before`);
  const ran = await ranByHashrate(tx, day);
  if (ran.length === 0) throw new ReceiptsError(`no machine ran on ${dayText(day)}: nobody could get its receipts`);
  const feeRate = settings['mining.serviceFeeRate'];
  const fee = serviceFee(receipts, rateUnits(feeRate));
  const output = receipts - fee;
  const hashrate = ran.reduce((sum, one) => sum + BigInt(one.hashrate) * BigInt(one.machines), 0n);
  const [, pool] = await postAll(tx, receiptsJournals(request, fee));
  const row: NewReceipts = {
    day,
    receipts,
    feeRate,
    fee,
    output,
    machines: ran.reduce((sum, { machines }) => sum + machines, 0),
    hashrate,
    ...(await cutAt(tx, day, output, ran, hashrate)),
    evidence,
    journalId: pool!.journalId,
    recordedAt: now,
  };
  const id = await insertReceipts(tx, row);
  await announce(tx, [{ to: 'everybody', topics: ['machines'] }], now);
  return { ...row, id };
}
