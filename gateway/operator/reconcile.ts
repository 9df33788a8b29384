/** `reconcile`: the ledger against itself, and custody's rows against the ledger. */
import * as z from 'zod/mini';
import { reconcileCustody } from '../domain/custody/reconcile-repo';
import { reconcile } from '../ledger/reconcile';
import { defineCommand } from './command';
import { seeOneMoment } from './repo';

export const reconcileCommand = defineCommand('reconcile', z.strictObject({}), async (tx) => {
  // Others may be posting meanwhile.
  await seeOneMoment(tx);
  const findings = [...(await reconcile(tx)), ...(await reconcileCustody(tx))];
  return {
    lines:
      findings.length === 0
        ? ['The ledger is sound.']
        : findings.map(({ check, subject, detail }) => `${check}\t${subject}\t${detail}`),
    data: { isSound: findings.length === 0, findings },
    failed: findings.length > 0,
    subject: null,
    detail: { findings: findings.length },
  };
});
