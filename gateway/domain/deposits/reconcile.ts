/**
 * The chain against the books: every address of ours must hold what its deposits say, the wallets what came in less the
 * withdrawals that were paid, and what was credited must be what came in through the boundary account, to the last unit. The chain is looked at as it was at the last block that was read.
 */
import { DEPOSIT_ASSET } from '../../../contract/calls/wallet';
import { ASSETS } from '../../../contract/money';
import { ChainError, type Chain } from '../../adapters/chain/chain';
import type { Tx } from '../../db/transaction';
import { systemBalance } from '../../ledger/balances';
import { walletBalances } from '../wallet/wallet-balances';
import { addressSums, creditedSums, lostDeposits, scanOf } from './repo';
import { DUST_DECIMALS } from './rules';

export type DepositCheck = 'chain-balance' | 'chain-wallet' | 'chain-ledger' | 'chain-lost' | 'chain-unreachable';

export interface DepositFinding {
  check: DepositCheck;
  subject: string;
  detail: string;
}

/** Addresses asked for at once. */
const BATCH = 50;

async function compareBalances(tx: Tx, chain: Chain): Promise<DepositFinding[]> {
  const { network, readers } = chain;
  const [scan, reader] = [await scanOf(tx, network), readers[0]];
  if (!scan || !reader) return [{ check: 'chain-unreachable', subject: network, detail: 'it was not read yet' }];
  const sums = await addressSums(tx, network);
  const findings: DepositFinding[] = [];
  for (let start = 0; start < sums.length; start += BATCH) {
    const batch = sums.slice(start, start + BATCH);
    const held = await Promise.all(batch.map(({ address }) => reader.balance(address, scan.nextBlock - 1)));
    for (const [index, { address, raw }] of batch.entries()) {
      const holds = held[index] ?? 0n;
      if (holds === raw) continue;
      const detail = `holds ${holds}, its deposits sum to ${raw}`;
      findings.push({ check: 'chain-balance', subject: `${network} ${address}`, detail });
    }
  }
  for (const { address, holds, expected } of await walletBalances(tx, chain, reader, scan.nextBlock - 1)) {
    if (holds === expected) continue;
    const detail = `holds ${holds}, what came in less what was paid out is ${expected}`;
    findings.push({ check: 'chain-wallet', subject: `${network} ${address}`, detail });
  }
  return findings;
}

/** Compares what the deposits' rows say was credited with what deposits took from the boundary account. */
export async function compareLedger(tx: Tx): Promise<DepositFinding[]> {
  const { amount, dust, posted } = await creditedSums(tx);
  const dustPosted = -(await systemBalance(tx, 'external-deposits', 'USDT18'));
  const findings: DepositFinding[] = [];
  const add = (what: string, rows: bigint, ledger: bigint, decimals: number) => {
    if (rows === ledger) return;
    const detail = `deposits credited ${rows}, the ledger has ${ledger} (units of 10^-${decimals})`;
    findings.push({ check: 'chain-ledger', subject: what, detail });
  };
  add('external-deposits', amount, posted, ASSETS[DEPOSIT_ASSET].decimals);
  add('dust', dust, dustPosted, DUST_DECIMALS);
  return findings;
}

/** Compares chains, deposits and ledger. @returns the differences; empty when all agree */
export async function reconcileChains(tx: Tx, chains: readonly Chain[]): Promise<DepositFinding[]> {
  const findings = await compareLedger(tx);
  for (const { id, network } of await lostDeposits(tx)) {
    findings.push({ check: 'chain-lost', subject: `deposit ${id}`, detail: `credited, and no longer on ${network}` });
  }
  for (const chain of chains) {
    try {
      findings.push(...(await compareBalances(tx, chain)));
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      findings.push({ check: 'chain-unreachable', subject: chain.network, detail: error.code });
    }
  }
  return findings;
}
