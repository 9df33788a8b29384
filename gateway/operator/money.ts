/** `fund-pool` and `grant-airdrop`: the two ways in which an operator puts money to work (docs/rules.md §1). */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { assetCode, toAmount, type AssetCode } from '../../contract/money';
import type { Tx } from '../db/transaction';
import { payAirdrop, type Grant } from '../domain/income/airdrop';
import type { SystemAccount } from '../ledger/chart';
import { postAll, type Journal } from '../ledger/post';
import { defineCommand, OperatorError, refuseOwn, type OperatorContext } from './command';
import { explained, unitsOf } from './ledger-refusals';
import { mainAccountNamed } from './users';

const POOLS = {
  yield: 'yield-pool',
  mining: 'mining-pool',
  airdrop: 'airdrop-pool',
  promotion: 'promotion-pool',
  dividend: 'dividend-pool',
  dynamic: 'dynamic-pool',
  exchange: 'treasury',
} as const satisfies Record<string, SystemAccount>;
export const POOL_NAMES = Object.keys(POOLS) as [keyof typeof POOLS, ...(keyof typeof POOLS)[]];

const SOURCES = ['operator-capital', 'fee-revenue'] as const;

/** RAB is not made: the operator's RAB comes out of the treasury. Other capital comes from outside. */
function fundingJournals(
  pool: SystemAccount,
  asset: AssetCode,
  amount: bigint,
  from: SystemAccount,
  id: string,
  now: number,
  reason: string,
): Journal[] {
  const journal = (step: string, source: SystemAccount, target: SystemAccount): Journal => ({
    transferId: `pool-fund:${id}:${step}`,
    kind: 'pool-fund',
    reference: pool,
    memo: { reason },
    at: now,
    legs: [
      { account: { system: source, asset }, amount: -amount },
      { account: { system: target, asset }, amount, spread: target === pool },
    ],
  });
  const drawn = asset === 'RAB' && from === 'operator-capital';
  return [...(drawn ? [journal('capital', 'treasury', from)] : []), journal('pool', from, pool)];
}

export const fundPool = defineCommand({
  name: 'fund-pool',
  description: 'move operator capital or fee revenue into a pool',
  audited: 'funded a pool',
  options: [
    { flags: '--pool <name>', text: `one of ${POOL_NAMES.join(', ')}`, required: true },
    { flags: '--amount <amount>', text: 'plain decimal, e.g. 50000', required: true },
    { flags: '--asset <code>', text: 'USDT or RAB', default: 'USDT' },
    { flags: '--from <account>', text: 'operator-capital or fee-revenue', default: 'operator-capital' },
    { flags: '--reason <text>', text: 'why; kept in the journal and the audit', required: true },
  ],
  needsClock: true,
  role: 'finance',
  needsSecond: true,
  schema: z.strictObject({
    pool: z.enum(POOL_NAMES, { error: `must be one of ${POOL_NAMES.join(', ')}` }),
    asset: assetCode,
    amount: z.string(),
    from: z.enum(SOURCES, { error: `must be one of ${SOURCES.join(', ')}` }),
    reason: z.string().check(z.minLength(1, 'must say why'), z.maxLength(200)),
    /** Made by the command line for each run, so that a repeated send funds once. */
    runId: z.uuid(),
  }),
  run: async (tx, { pool, asset, amount, from, reason, runId }, now) => {
    const units = unitsOf(amount, asset, 'amount');
    if (pool === 'exchange' && (asset !== 'USDT' || from !== 'operator-capital')) {
      throw new OperatorError(
        'input',
        'the exchange takes USDT of operator-capital; its RAB is in the treasury already',
      );
    }
    const journals = fundingJournals(POOLS[pool], asset, units, from, runId, now, reason);
    try {
      const posted = await postAll(tx, journals);
      const journalId = posted.at(-1)?.journalId ?? null;
      const data = { pool: POOLS[pool], asset, amount: toAmount(units, asset), from, journalId };
      return {
        lines: [`${data.pool} received ${data.amount} ${asset} from ${from} (journal ${journalId})`],
        data,
        subject: POOLS[pool],
        detail: { ...data, reason },
      };
    } catch (error) {
      throw explained(error, asset);
    }
  },
});

const MAX_RECIPIENTS = 1_000;

/** The list as accounts and units; every line must be right before anything is granted. */
async function resolveList(
  tx: Tx,
  list: readonly { user: string; amount: string }[],
  asset: AssetCode,
  context: OperatorContext,
): Promise<Grant[]> {
  const grants: Grant[] = [];
  const seen = new Set<string>();
  for (const [index, { user, amount }] of list.entries()) {
    const units = unitsOf(amount, asset, `line ${index + 1}`);
    const { userId, accountId } = await mainAccountNamed(tx, user);
    refuseOwn(context, [userId]);
    if (seen.has(accountId)) throw new OperatorError('input', `line ${index + 1}: ${user} is on the list twice`);
    seen.add(accountId);
    grants.push({ accountId, amount: units });
  }
  return grants;
}

export const grantAirdrop = defineCommand({
  name: 'grant-airdrop',
  audited: 'granted an airdrop',
  needsClock: true,
  role: 'finance',
  // Two operators, since the command pays anybody whom the list names.
  needsSecond: true,
  schema: z.strictObject({
    name: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be 1–40 lower-case letters, digits or hyphens')),
    asset: assetCode,
    list: z
      .array(z.strictObject({ user: z.string().check(z.minLength(1), z.maxLength(254)), amount: z.string() }))
      .check(
        z.minLength(1, 'needs at least one recipient'),
        z.maxLength(MAX_RECIPIENTS, `has at most ${MAX_RECIPIENTS} recipients`),
      ),
  }),
  run: async (tx, { name, asset, list }, now, context) => {
    const grants = await resolveList(tx, list, asset, context);
    const total = grants.reduce((sum, { amount }) => sum + amount, 0n);
    const published = await payAirdrop(tx, { name, asset, grants }, now).catch((error: unknown) => {
      throw explained(error, asset);
    });
    if (published === null)
      throw new OperatorError('state', `an airdrop named ${name} was granted before; a list does not grow`);
    const listHash = createHash('sha256').update(JSON.stringify(published)).digest('hex');
    const data = { name, asset, total: toAmount(total, asset), recipients: grants.length, listHash };
    return {
      lines: [`${data.recipients} received ${data.total} ${asset} together (list ${name}, sha256 ${listHash})`],
      data,
      subject: name,
      detail: data,
    };
  },
});
