/** Declares a dividend for closed UTC days (docs/rules.md §7): judges it, shares it out, and sets the sum aside. */
import { DIVIDEND_ASSET } from '../../../contract/calls/dividends';
import { rateUnits, toAmount, toUnits } from '../../../contract/money';
import type { Tx } from '../../db/transaction';
import { post } from '../../ledger/post';
import { announce } from '../live/announce';
import { loadSettings } from '../settings/settings';
import { custodyDaysOf, netFeesOf, type Custodian, type Period } from './period-repo';
import { insertDividend, insertShares, lockDeclarations, overlapping } from './repo';
import { DAY_MS, maximumOf, SETTLE_MS, shareOut } from './rules';

/** A dividend that cannot be declared: the message is one sentence for the operator. */
export class DividendError extends Error {
  override name = 'DividendError';
}

export interface Declaration {
  /** ISO days in UTC, both included. */
  firstDay: string;
  lastDay: string;
  amount: bigint;
}

export interface Declared {
  id: string;
  netFees: bigint;
  maximum: bigint;
  recipients: number;
  custodyDays: bigint;
  journalId: string;
  expiresAt: number;
}

const MAX_DAYS = 366;
const usdt = (units: bigint) => `${toAmount(units, DIVIDEND_ASSET)} ${DIVIDEND_ASSET}`;

/** @throws DividendError when these are no closed days, or some of them were declared for */
async function closedPeriod(tx: Tx, { firstDay, lastDay }: Declaration, now: number): Promise<Period> {
  const period = { from: Date.parse(firstDay), to: Date.parse(lastDay) + DAY_MS };
  if (period.to <= period.from) throw new DividendError(`${lastDay} is before ${firstDay}`);
  if (period.to - period.from > MAX_DAYS * DAY_MS) throw new DividendError(`a period has at most ${MAX_DAYS} days`);
  if (now < period.to + SETTLE_MS) {
    throw new DividendError(
      `${lastDay} is not closed yet: that is at ${new Date(period.to + SETTLE_MS).toISOString()}`,
    );
  }
  const declared = await overlapping(tx, firstDay, lastDay);
  if (declared !== null) throw new DividendError(`a dividend was declared for ${declared}`);
  return period;
}

/** Each share of at least one unit; they sum to the amount. */
function sharesOf(custodians: readonly Custodian[], amount: bigint) {
  const parts = shareOut(
    amount,
    custodians.map(({ custodyDays }) => custodyDays),
  );
  return custodians.flatMap((one, index) => {
    const part = parts[index] ?? 0n;
    return part > 0n ? [{ ...one, amount: part }] : [];
  });
}

/**
 * Declares it. @throws DividendError; LedgerError pool-empty when the dividend pool does not hold the amount
 */
export async function declareDividend(tx: Tx, declaration: Declaration, now: number): Promise<Declared> {
  await lockDeclarations(tx);
  const { firstDay, lastDay, amount } = declaration;
  const period = await closedPeriod(tx, declaration, now);
  const settings = await loadSettings(tx);
  const maximumRate = settings['dividend.maximumRate'];
  const validFrom = toUnits(settings['custody.validFrom'], DIVIDEND_ASSET);
  const netFees = await netFeesOf(tx, period, DIVIDEND_ASSET);
  const maximum = maximumOf(netFees, rateUnits(maximumRate));
  if (amount > maximum) {
    throw new DividendError(
      `at most ${usdt(maximum)} can be declared: ${maximumRate} of the net fees of these days, ${usdt(netFees)}`,
    );
  }
  const custodians = await custodyDaysOf(tx, period, validFrom);
  if (custodians.length === 0) throw new DividendError('nobody had valid custody for a whole day of these');
  const shares = sharesOf(custodians, amount);
  const custodyDays = custodians.reduce((sum, one) => sum + one.custodyDays, 0n);
  const { journalId } = await post(tx, {
    transferId: `dividend-declare:${firstDay}`,
    kind: 'dividend-declare',
    memo: { firstDay, lastDay },
    at: now,
    legs: [
      { account: { system: 'dividend-pool', asset: DIVIDEND_ASSET }, amount: -amount },
      { account: { system: 'dividend-reserve', asset: DIVIDEND_ASSET }, amount, spread: true },
    ],
  });
  const expiresAt = now + settings['dividend.claimMs'];
  const terms = { asset: DIVIDEND_ASSET, maximumRate, validFrom, declaredAt: now, expiresAt } as const;
  const id = await insertDividend(tx, { ...terms, firstDay, lastDay, netFees, amount, custodyDays, journalId });
  await insertShares(tx, id, shares);
  const notice = { kind: 'dividend-declared', subjectId: id } as const;
  const told = shares.map(({ userId }) => ({ to: userId, topics: ['dividend'] as const, notice }));
  await announce(tx, [{ to: 'everybody', topics: ['dividend'] }, ...told], now);
  return { id, netFees, maximum, recipients: shares.length, custodyDays, journalId, expiresAt };
}
