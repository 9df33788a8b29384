/** A transfer of the token as a transaction of an EVM chain, before anybody has signed it. */
import type { Hex } from 'viem';
import type { TransferOrder } from './chain';
import type { Viem } from './viem';

export interface EvmToken {
  /** The token's contract. */
  token: string;
  /** The chain's number as a text, e.g. `56`. */
  chainId: string;
}

export function transferTransaction(
  { encodeFunctionData, tokenAbi }: Viem,
  { token, chainId }: EvmToken,
  { nonce, to, raw, gasPrice, gasLimit }: TransferOrder,
) {
  return {
    type: 'legacy',
    chainId: Number(chainId),
    nonce,
    to: token as Hex,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to as Hex, raw] }),
    gas: gasLimit,
    gasPrice,
  } as const;
}
