/** `reconcile`: the ledger against itself, custody's, the exchange's and the RAB market's rows against the ledger, and with `--chain` the chains against both. */
import * as z from 'zod/mini';
import { reconcileCustody } from '../domain/custody/reconcile-repo';
import { reconcileChains } from '../domain/deposits/reconcile';
import { reconcileExchange } from '../domain/exchange/reconcile-repo';
import { reconcileRabMarket } from '../domain/otc/rab/reconcile-repo';
import { reconcileUsdtMarket } from '../domain/otc/usdt/reconcile-repo';
import { reconcileWithdrawals } from '../domain/withdrawals/reconcile-repo';
import { reconcile } from '../ledger/reconcile';
import { defineCommand } from './command';

export const reconcileCommand = defineCommand({
  name: 'reconcile',
  role: 'support',
  // Others may be posting meanwhile.
  isolationLevel: 'repeatable read',
  schema: z.strictObject({ chain: z._default(z.boolean(), false) }),
  run: async (tx, { chain }, _now, { chains }) => {
    const findings = [
      ...(await reconcile(tx)),
      ...(await reconcileCustody(tx)),
      ...(await reconcileWithdrawals(tx)),
      ...(await reconcileExchange(tx)),
      ...(await reconcileRabMarket(tx)),
      ...(await reconcileUsdtMarket(tx)),
      ...(chain ? await reconcileChains(tx, chains) : []),
    ];
    return {
      lines:
        findings.length === 0
          ? [chain ? 'The ledger is sound, and the chains hold what it says.' : 'The ledger is sound.']
          : findings.map(({ check, subject, detail }) => `${check}\t${subject}\t${detail}`),
      data: { isSound: findings.length === 0, findings },
      failed: findings.length > 0,
      subject: null,
      detail: { findings: findings.length },
    };
  },
});
