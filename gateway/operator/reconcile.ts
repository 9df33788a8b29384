/** `reconcile`: the ledger against itself and the heads of its days, every domain's rows against the ledger and each other, and with `--chain` the chains against both. */
import * as z from 'zod/mini';
import { reconcileCustody } from '../domain/custody/reconcile-repo';
import { reconcileChains } from '../domain/deposits/reconcile';
import { reconcileDividends } from '../domain/dividend/reconcile-repo';
import { reconcileExchange } from '../domain/exchange/reconcile-repo';
import { reconcileInsurance } from '../domain/insurance/reconcile-repo';
import { reconcileIncomes } from '../domain/income/reconcile-repo';
import { reconcileMachines } from '../domain/machines/reconcile-repo';
import { reconcileRabMarket } from '../domain/otc/rab/reconcile-repo';
import { reconcileUsdtMarket } from '../domain/otc/usdt/reconcile-repo';
import { reconcileTeam } from '../domain/team/reconcile-repo';
import { reconcileWithdrawals } from '../domain/withdrawals/reconcile-repo';
import type { Tx } from '../db/transaction';
import type { CheckFinding } from '../ledger/checks';
import { reconcileDays, type DaysCheck } from '../ledger/days';
import { reconcile } from '../ledger/reconcile';
import { defineCommand } from './command';

/** Days that `reconcile` hashes anew unless it is told otherwise: enough for a daily run, and quick whatever the ledger's age. */
const DAYS_LOOKED_AT = 30;

function told({ looked, closed, last }: DaysCheck): string[] {
  if (last === null) return [];
  const which =
    looked === closed ? `All ${closed} closed days are` : `The latest ${looked} of ${closed} closed days are`;
  return [`${which} as they were when they were closed; the last head, to be kept elsewhere: ${last.day}=${last.head}`];
}

/** Finds faults in the rows themselves, without asking any chain. */
async function reconcileRows(tx: Tx): Promise<CheckFinding<string>[]> {
  return [
    ...(await reconcile(tx)),
    ...(await reconcileCustody(tx)),
    ...(await reconcileIncomes(tx)),
    ...(await reconcileWithdrawals(tx)),
    ...(await reconcileExchange(tx)),
    ...(await reconcileMachines(tx)),
    ...(await reconcileRabMarket(tx)),
    ...(await reconcileUsdtMarket(tx)),
    ...(await reconcileDividends(tx)),
    ...(await reconcileInsurance(tx)),
    ...(await reconcileTeam(tx)),
  ];
}

/** Everything that can be told without a chain, and every closed day. */
export async function reconcileEverything(tx: Tx): Promise<CheckFinding<string>[]> {
  return [...(await reconcileRows(tx)), ...(await reconcileDays(tx, { days: 'all', printed: {} })).findings];
}

export const reconcileCommand = defineCommand({
  name: 'reconcile',
  description: 'check the whole ledger and name what is wrong; exit code 1 when something is',
  audited: 'reconciled the ledger',
  options: [
    { flags: '--chain', text: 'also compare what the wallets hold on their chains with the ledger' },
    { flags: '--days <count>', text: 'how many closed days are hashed anew, or all', as: 'count-or-all', default: 30 },
    { flags: '--head <day=hash>', text: 'a head that was printed, kept outside the database; repeatable', as: 'pairs' },
  ],
  role: 'support',
  // Others may be posting meanwhile.
  isolationLevel: 'repeatable read',
  schema: z.strictObject({
    chain: z._default(z.boolean(), false),
    /** This many of the latest closed days are hashed anew. */
    days: z._default(z.union([z.literal('all'), z.int().check(z.gte(0), z.lte(1_000_000))]), DAYS_LOOKED_AT),
    /** Heads that were printed and kept outside the database, by day. */
    head: z._default(z.record(z.iso.date(), z.string().check(z.regex(/^[0-9a-f]{64}$/))), {}),
  }),
  run: async (tx, { chain, days, head }, _now, { chains }) => {
    const past = await reconcileDays(tx, { days, printed: head });
    const findings = [
      ...(await reconcileRows(tx)),
      ...past.findings,
      ...(chain ? await reconcileChains(tx, chains) : []),
    ];
    return {
      lines:
        findings.length === 0
          ? [chain ? 'The ledger is sound, and the chains hold what it says.' : 'The ledger is sound.', ...told(past)]
          : findings.map(({ check, subject, detail }) => `${check}\t${subject}\t${detail}`),
      data: { isSound: findings.length === 0, findings, days: past.looked, lastHead: past.last },
      failed: findings.length > 0,
      subject: null,
      detail: { findings: findings.length },
    };
  },
});
