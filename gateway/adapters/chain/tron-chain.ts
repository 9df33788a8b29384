/** TRC20 over the endpoints that the operator names. */
import type { Chain } from './chain';
import { hdAddresses } from './hd-addresses';
import { tronReader } from './tron-endpoint';
import { tronFormat } from './tron-address';

/** USDT on TRC20 has as many digits as the ledger. */
const DECIMALS = 6;
const BLOCK_MS = 3_000;

export interface TronChainOptions {
  urls: readonly string[];
  token: string;
  /** The id of the chain's first block. */
  chainId: string;
  /** The extended public key of an account, e.g. of `m/44'/195'/0'`. */
  xpub: string;
  apiKey: string | null;
  startBlock: number | null;
}

/** @throws Error when `xpub` is no extended public key, or `token` no address of Tron */
export function tronChain({ urls, token, chainId, xpub, apiKey, startBlock }: TronChainOptions): Chain {
  return {
    network: 'TRC20',
    isTest: false,
    decimals: DECIMALS,
    chainId,
    startBlock,
    blockMs: BLOCK_MS,
    ...hdAddresses(xpub, tronFormat),
    readers: urls.map((url) => tronReader({ url, token, apiKey })),
    sender: null,
    gathering: null,
    pay: null,
  };
}
