/** `gathering status|plan|submit`: money from deposit addresses to the wallet that withdrawals are paid from (docs/rules.md §4). */
import * as z from 'zod/mini';
import { network } from '../../contract/calls/identity';
import { unitsToDecimal } from '../../contract/money';
import type { Chain } from '../adapters/chain/chain';
import { NoEndpointError } from '../domain/deposits/endpoints';
import { signedBatch } from '../domain/gathering/batch';
import {
  isGatheringChain,
  proposeGathering,
  submitGathering,
  walletOverview,
  type GatheringChain,
  type LeftOutAddress,
  type SubmitResult,
  type WalletOverview,
} from '../domain/gathering/gathering';
import { defineCommand, OperatorError } from './command';

function chainOf(chains: readonly Chain[], name: Chain['network']): GatheringChain {
  const chain = chains.find((one) => one.network === name);
  if (chain && isGatheringChain(chain)) return chain;
  throw new OperatorError(
    'state',
    `deposits of ${name} cannot be gathered: this gateway has no wallet on it to gather into`,
  );
}

async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NoEndpointError)) throw error;
    throw new OperatorError(
      'state',
      `no endpoint answers now (${error.last?.code ?? 'all failed a moment ago'}); try again`,
    );
  }
}

function overviewFacts({ decimals, network: name }: Chain, overview: WalletOverview) {
  const { address, ...units } = overview;
  const amounts = Object.entries(units).map(([key, raw]) => [key, unitsToDecimal(raw, decimals)] as const);
  return { network: name, wallet: address, ...Object.fromEntries(amounts) } as Record<string, string>;
}

/** Advises the operator about the wallet, in a sentence. */
function advice(
  { holds, maximum, waiting, excess, onAddresses }: WalletOverview,
  usdt: (raw: bigint) => string,
): string {
  if (excess > 0n)
    return `it holds ${usdt(excess)} USDT above withdrawals.hotMaximum: move that to a wallet whose key is not on a gateway`;
  if (onAddresses > 0n && holds < maximum)
    return `it holds ${usdt(maximum - holds)} USDT below withdrawals.hotMaximum, deposit addresses hold ${usdt(onAddresses)}: gathering plan says which to empty`;
  if (waiting > holds)
    return `withdrawals need ${usdt(waiting - holds)} USDT more than it holds, and deposit addresses have none: fund it`;
  return 'nothing is to be moved';
}

export const gatheringStatus = defineCommand({
  name: 'gathering status',
  description: 'how full the wallet is, and what there is to fill it from',
  audited: 'looked at what there is to gather',
  options: [{ flags: '--network <network>', text: 'BEP20', required: true }],
  role: 'support',
  schema: z.strictObject({ network }),
  run: async (tx, input, _now, deps) => {
    const chain = chainOf(deps.chains, input.network);
    const overview = await asking(() => walletOverview(tx, deps, chain));
    const facts = overviewFacts(chain, overview);
    const told = advice(overview, (raw) => unitsToDecimal(raw, chain.decimals));
    return {
      lines: [...Object.entries(facts).map(([key, value]) => `${key}\t${value}`), told],
      data: { ...facts, advice: told },
      subject: chain.network,
      detail: {},
    };
  },
});

const LEFT_OUT: Record<LeftOutAddress['reason'], string> = {
  'holds-less': 'left out: the chain says that it holds less than its deposits; an earlier transfer may be on its way',
  refused: "left out: the token's contract would not do the transfer",
};

export const gatheringPlan = defineCommand({
  name: 'gathering plan',
  audited: 'planned a gathering',
  role: 'finance',
  schema: z.strictObject({ network }),
  run: async (tx, input, _now, deps) => {
    const chain = chainOf(deps.chains, input.network);
    const { overview, batch, leftOut } = await asking(() => proposeGathering(tx, deps, chain));
    const usdt = (raw: bigint) => unitsToDecimal(raw, chain.decimals);
    const total = batch.transfers.reduce((sum, { raw }) => sum + BigInt(raw), 0n);
    const lacking = batch.transfers.filter(({ lacksCoin }) => lacksCoin !== '0');
    return {
      lines: [
        `${batch.transfers.length} transfers, ${usdt(total)} USDT, to ${batch.to}`,
        ...lacking.map(
          ({ from, lacksCoin }) =>
            `${from}\tneeds ${unitsToDecimal(BigInt(lacksCoin), 18)} of the chain's coin for gas first`,
        ),
        ...leftOut.map(({ address, reason }) => `${address}\t${LEFT_OUT[reason]}`),
        ...(batch.transfers.length === 0 ? [advice(overview, usdt)] : []),
      ],
      data: batch,
      subject: chain.network,
      detail: { transfers: batch.transfers.length, total: usdt(total) },
    };
  },
});

const RESULTS: Record<SubmitResult, string> = {
  sent: 'sent',
  'nonce-used': 'not sent: another transaction of the address has its place',
  'no-transfer': 'not sent: these bytes are no signed transfer of the token on this chain',
  'not-ours': 'not sent: it does not come from a deposit address',
  elsewhere: 'not sent: it does not go to the wallet that withdrawals are paid from',
  refused: 'not sent: no endpoint takes it, usually for want of coin for gas',
};

export const gatheringSubmit = defineCommand({
  name: 'gathering submit',
  audited: 'submitted signed transfers of a gathering',
  needsClock: true,
  role: 'finance',
  schema: z.strictObject({ batch: signedBatch }),
  run: async (tx, { batch }, _now, deps) => {
    const chain = chainOf(deps.chains, batch.network);
    if (batch.chainId !== chain.chainId)
      throw new OperatorError('input', `the file is for chain ${batch.chainId}, this gateway serves ${chain.chainId}`);
    const submitted = await asking(() => submitGathering(tx, deps, chain, batch));
    const data = submitted.map(({ raw, ...one }) => ({ ...one, amount: unitsToDecimal(raw, chain.decimals) }));
    return {
      lines: data.map(({ txId, from, amount, result }) =>
        [txId ?? '–', from ?? '–', `${amount} USDT`, RESULTS[result]].join('\t'),
      ),
      data,
      failed: data.some(({ result }) => result !== 'sent'),
      subject: chain.network,
      detail: { submitted: data },
    };
  },
});
