/** An EVM chain over the endpoints that the operator names. */
import type { Chain } from './chain';
import { evmReader } from './evm-endpoint';
import { evmGathering } from './evm-gathering';
import { evmSender } from './evm-sender';
import { evmFormat, hdAddresses } from './hd-addresses';

/** USDT on BEP20 has more digits than the ledger (docs/rules.md §4). */
const DECIMALS = 18;
/** The longest time of BNB Chain's blocks; faster ones only confirm sooner than screens tell. */
const BLOCK_MS = 3_000;

export interface EvmChainOptions {
  urls: readonly string[];
  token: string;
  chainId: string;
  xpub: string;
  startBlock: number | null;
  /** The private key of the wallet that withdrawals are paid from; null for none. */
  hotKey: string | null;
}

/** @throws Error when `xpub` is no extended public key, or `hotKey` no private key */
export function evmChain({ urls, token, chainId, xpub, startBlock, hotKey }: EvmChainOptions): Chain {
  return {
    network: 'BEP20',
    isTest: false,
    decimals: DECIMALS,
    chainId,
    startBlock,
    blockMs: BLOCK_MS,
    ...hdAddresses(xpub, evmFormat),
    readers: urls.map((url) => evmReader({ url, token })),
    sender: hotKey === null ? null : evmSender({ key: hotKey, token, chainId: () => chainId, urls }),
    gathering: evmGathering({ token, chainId: () => chainId, urls: () => urls }),
    pay: null,
  };
}
