/**
 * Moves money from deposit addresses to the wallet that withdrawals are paid from (docs/rules.md §4). The gateway has no key of a deposit
 * address: it proposes transfers as unsigned bytes, somebody signs them where the keys are, and it hands the signed bytes to an
 * endpoint. Nothing is written down: the chain's reader sees what comes into the wallet, and from which address.
 */
import { WITHDRAWAL_ASSET } from '../../../contract/calls/withdrawals';
import { toUnits, unitsToDecimal } from '../../../contract/money';
import {
  ChainError,
  type Chain,
  type ChainGathering,
  type ChainSender,
  type WalletState,
} from '../../adapters/chain/chain';
import type { Queries } from '../../db/client';
import { NoEndpointError, withEndpoint } from '../deposits/endpoints';
import { loadSettings } from '../settings/settings';
import { rawOf } from '../withdrawals/rules';
import { MAX_TRANSFERS, type SignedBatch, type UnsignedBatch } from './batch';
import { gatherableAddresses, isDepositAddress, waitingSum, type GatherableAddress } from './repo';
import { chooseAddresses, excessOf } from './rules';

/** A chain with a wallet, whose deposit addresses can be emptied into it. */
export type GatheringChain = Chain & { sender: ChainSender; gathering: ChainGathering };

export function isGatheringChain(chain: Chain): chain is GatheringChain {
  return chain.sender !== null && chain.gathering !== null;
}

export interface WalletOverview {
  address: string;
  /** All in the token's own smallest units. */
  holds: bigint;
  maximum: bigint;
  /** The sum that withdrawals need which are not signed yet. */
  waiting: bigint;
  /** The part above the maximum. */
  excess: bigint;
  /** The sum on all deposit addresses. */
  onAddresses: bigint;
}

interface ClockDeps {
  clock: { now(): number };
}

/** Gas that is estimated may be a little short when the transfer is carried out; percent. */
const GAS_MARGIN_PERCENT = 20n;
const more = (units: bigint, percent: bigint) => units + (units * percent + 99n) / 100n;

function walletOf({ clock }: ClockDeps, chain: GatheringChain): Promise<WalletState> {
  return withEndpoint(
    chain,
    () => clock.now(),
    chain.sender.endpoints,
    (endpoint) => endpoint.wallet(),
  );
}

interface GatheringSituation {
  overview: WalletOverview;
  addresses: GatherableAddress[];
  minimum: bigint;
}

/** @throws NoEndpointError */
async function situationOf(queries: Queries, outside: ClockDeps, chain: GatheringChain): Promise<GatheringSituation> {
  const { network, decimals, sender } = chain;
  const settings = await loadSettings(queries);
  const units = (amount: string) => rawOf(toUnits(amount, WITHDRAWAL_ASSET), decimals);
  const { token: holds } = await walletOf(outside, chain);
  const addresses = await gatherableAddresses(queries, network);
  const maximum = units(settings['withdrawals.hotMaximum']);
  return {
    addresses,
    minimum: units(settings['deposits.gatherMinimum']),
    overview: {
      address: sender.address,
      holds,
      maximum,
      waiting: rawOf(await waitingSum(queries, network), decimals),
      excess: excessOf({ holds, maximum }),
      onAddresses: addresses.reduce((sum, { raw }) => sum + raw, 0n),
    },
  };
}

/** Tells how full the wallet is, and what there is to fill it from. @throws NoEndpointError */
export async function walletOverview(
  queries: Queries,
  outside: ClockDeps,
  chain: GatheringChain,
): Promise<WalletOverview> {
  return (await situationOf(queries, outside, chain)).overview;
}

/** A chosen address that is left out, and why: the chain says that it holds less than its deposits, or refuses the transfer. */
export interface LeftOutAddress {
  address: string;
  reason: 'holds-less' | 'refused';
}

type BatchTransfer = UnsignedBatch['transfers'][number];

async function transferFrom(
  { clock }: ClockDeps,
  chain: GatheringChain,
  { address, keyId, derivationPath, raw }: GatherableAddress,
): Promise<BatchTransfer | LeftOutAddress> {
  const to = chain.sender.address;
  const { state, gas } = await withEndpoint(
    chain,
    () => clock.now(),
    chain.gathering.endpointsOf(address),
    async (endpoint) => {
      const found = await endpoint.wallet();
      return { state: found, gas: found.token < raw ? null : await endpoint.gasFor(to, raw) };
    },
  );
  if (state.token < raw) return { address, reason: 'holds-less' };
  if (gas === null) return { address, reason: 'refused' };
  const order = {
    nonce: state.nonce,
    to,
    raw,
    gasPrice: more(state.gasPrice, GAS_MARGIN_PERCENT),
    gasLimit: more(gas, GAS_MARGIN_PERCENT),
  };
  const cost = order.gasPrice * order.gasLimit;
  return {
    from: address,
    keyId,
    derivationPath,
    nonce: order.nonce,
    amount: unitsToDecimal(raw, chain.decimals),
    raw: raw.toString(),
    gasPrice: order.gasPrice.toString(),
    gasLimit: order.gasLimit.toString(),
    lacksCoin: (cost > state.coin ? cost - state.coin : 0n).toString(),
    unsigned: await chain.gathering.unsigned(order),
  };
}

export interface GatheringProposal {
  overview: WalletOverview;
  batch: UnsignedBatch;
  leftOut: LeftOutAddress[];
}

/** The transfers that fill the wallet up to its maximum. @throws NoEndpointError */
export async function proposeGathering(
  queries: Queries,
  outside: ClockDeps,
  chain: GatheringChain,
): Promise<GatheringProposal> {
  const { overview, addresses, minimum } = await situationOf(queries, outside, chain);
  const chosen = chooseAddresses(addresses, { ...overview, minimum }, MAX_TRANSFERS);
  const transfers: BatchTransfer[] = [];
  const leftOut: LeftOutAddress[] = [];
  for (const one of chosen) {
    const made = await transferFrom(outside, chain, one);
    if ('unsigned' in made) transfers.push(made);
    else leftOut.push(made);
  }
  const { network, chainId, sender } = chain;
  return {
    overview,
    leftOut,
    batch: { format: 'rab-unsigned-transfers-1', network, chainId, to: sender.address, transfers },
  };
}

/**
 * The fate of signed bytes. `sent`: an endpoint or a block has them; `nonce-used`: another transaction of the address has their
 * place; `no-transfer`: they are no signed transfer of the token on this chain; `not-ours`: not from a deposit address; `elsewhere`: not to
 * the wallet; `refused`: no endpoint wants them, for example for want of coin for gas.
 */
export type SubmitResult = 'sent' | 'nonce-used' | 'no-transfer' | 'not-ours' | 'elsewhere' | 'refused';

export interface SubmittedTransfer {
  result: SubmitResult;
  txId: string | null;
  from: string | null;
  raw: bigint;
}

async function submitOne(
  queries: Queries,
  { clock }: ClockDeps,
  chain: GatheringChain,
  bytes: string,
): Promise<SubmittedTransfer> {
  const read = await chain.gathering.read(bytes);
  if (!read || read.chainId !== chain.chainId) return { result: 'no-transfer', txId: null, from: null, raw: 0n };
  const { txId, from, to, raw } = read;
  const seen = { txId, from, raw };
  if (to !== chain.sender.address) return { ...seen, result: 'elsewhere' };
  if (!(await isDepositAddress(queries, chain.network, from))) return { ...seen, result: 'not-ours' };
  try {
    const outcome = await withEndpoint(
      chain,
      () => clock.now(),
      chain.gathering.endpointsOf(from),
      (endpoint) => endpoint.broadcast({ txId, bytes }),
    );
    return { ...seen, result: outcome === 'taken' ? 'sent' : 'nonce-used' };
  } catch (error) {
    const isRefusal =
      error instanceof NoEndpointError && error.last instanceof ChainError && error.last.code === 'refused';
    if (!isRefusal) throw error;
    return { ...seen, result: 'refused' };
  }
}

/**
 * Hands signed transfers to an endpoint, each if it is one from a deposit address to the wallet. The same bytes again do no harm.
 * @throws NoEndpointError when no endpoint answers
 */
export async function submitGathering(
  queries: Queries,
  outside: ClockDeps,
  chain: GatheringChain,
  { signed }: SignedBatch,
): Promise<SubmittedTransfer[]> {
  const submitted: SubmittedTransfer[] = [];
  for (const bytes of signed) submitted.push(await submitOne(queries, outside, chain, bytes));
  return submitted;
}
