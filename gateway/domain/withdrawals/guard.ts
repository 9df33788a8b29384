/**
 * Wallet and ledger against each other, every few minutes by themselves (docs/rules.md §4): where they disagree, payouts halt. A difference
 * that operators have resumed with is not halted for again while it stays the same.
 */
import type { ChainReader } from '../../adapters/chain/chain';
import { withTransaction } from '../../db/transaction';
import { withEndpoint } from '../deposits/endpoints';
import { compareLedger } from '../deposits/reconcile';
import { scanOf } from '../deposits/repo';
import type { Network } from '../../../contract/calls/identity';
import { endHalts, GATEWAY_ACTOR, beginHalt } from './halts';
import { lastAccepted, openHalts } from './halts-repo';
import type { PayDeps, PayingChain } from './send';
import { compareWallets } from '../wallet/wallet-balances';
import { walletRows } from '../wallet/wallet-repo';

/** Tells which wallet differs, by how much; empty when none does. The same difference always gives the same text. */
async function walletDifference({ db, clock }: PayDeps, chain: PayingChain, readers: readonly ChainReader[]) {
  const facts = await withTransaction(
    db,
    async (tx) => {
      const scan = await scanOf(tx, chain.network);
      const atBlock = (scan?.nextBlock ?? 0) - 1;
      return scan?.chainId === chain.chainId ? { atBlock, rows: await walletRows(tx, chain, atBlock) } : null;
    },
    { isolationLevel: 'repeatable read' },
  );
  if (!facts) return '';
  const balances = await withEndpoint(
    chain,
    () => clock.now(),
    readers,
    (reader) => compareWallets(reader, facts.rows, facts.atBlock),
  );
  return balances
    .filter(({ holds, expected }) => holds !== expected)
    .map(({ address, holds, expected }) => `${address} ${holds > expected ? '+' : ''}${holds - expected}`)
    .join(', ');
}

async function ledgerDifference({ db }: PayDeps): Promise<string> {
  const findings = await withTransaction(db, compareLedger, { isolationLevel: 'repeatable read' });
  return findings.map(({ subject, detail }) => `${subject}: ${detail}`).join(', ');
}

/** Begins or ends the halt of a network, or of all; `pay-out.ts` tells of it. */
async function settle(
  deps: Pick<PayDeps, 'db' | 'clock' | 'log'>,
  network: Network | null,
  finding: string,
): Promise<void> {
  const { db, clock, log } = deps;
  const isHalted = (await openHalts(db.db)).some((one) => one.cause === 'disagrees' && one.network === network);
  if (isHalted === (finding !== '')) return;
  const now = clock.now();
  const changed = await withTransaction(db, async (tx) => {
    if (finding === '') {
      const ended = await endHalts(tx, { network, causes: ['disagrees'], by: GATEWAY_ACTOR }, now);
      return ended.length > 0;
    }
    if ((await lastAccepted(tx, { network, cause: 'disagrees', by: GATEWAY_ACTOR })) === finding) return false;
    const reason = `wallet and ledger disagree: ${finding}`.slice(0, 500);
    return beginHalt(tx, { network, cause: 'disagrees', reason, finding, begunBy: GATEWAY_ACTOR, begunAt: now });
  });
  if (changed && finding === '') log.warn('withdrawals-agree-again', network === null ? {} : { network });
}

/** Compares one wallet with the ledger; two endpoints, or one asked twice, have to find the same. @throws NoEndpointError */
export async function guardWallet(deps: PayDeps, chain: PayingChain): Promise<void> {
  const found = await walletDifference(deps, chain, chain.readers);
  if (found !== '' && (await walletDifference(deps, chain, chain.readers.toReversed())) !== found) return;
  await settle(deps, chain.network, found);
}

/** Compares what deposits credited with what the ledger took in. */
export async function guardLedger(deps: PayDeps): Promise<void> {
  const found = await ledgerDifference(deps);
  if (found !== '' && (await ledgerDifference(deps)) !== found) return;
  await settle(deps, null, found);
}
