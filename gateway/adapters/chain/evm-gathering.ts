/** Transfers of deposit addresses on an EVM chain: written unsigned, read back signed. No private key comes near it. */
import type { Hex } from 'viem';
import type { ChainGathering, ReadTransfer } from './chain';
import { evmSenderEndpoint } from './evm-sender';
import { transferTransaction } from './evm-transfer';
import { loadViem, type Viem } from './viem';

export interface EvmGatheringOptions {
  /** The token's contract. */
  token: string;
  /** Asked each time: a local test network has its number when it runs. */
  chainId(): string;
  urls(): readonly string[];
}

/** Recipient and units of a call of the token's `transfer`; null for any other call. */
function argumentsOf({ decodeFunctionData, tokenAbi }: Viem, data: Hex): readonly [string, bigint] | null {
  const { functionName, args } = decodeFunctionData({ abi: tokenAbi, data });
  return functionName === 'transfer' ? args : null;
}

async function read(token: string, bytes: string): Promise<ReadTransfer | null> {
  const viem = await loadViem();
  try {
    const serialized = bytes as Hex;
    const { chainId, nonce = 0, to, data, value, r } = viem.parseTransaction(serialized);
    const isOfToken = to?.toLowerCase() === token.toLowerCase() && (value ?? 0n) === 0n;
    const call = isOfToken && data !== undefined ? argumentsOf(viem, data) : null;
    if (!call || r === undefined || chainId === undefined) return null;
    const from = await viem.recoverTransactionAddress({
      serializedTransaction: serialized as Parameters<
        typeof viem.recoverTransactionAddress
      >[0]['serializedTransaction'],
    });
    const [recipient, raw] = call;
    return { txId: viem.keccak256(serialized), chainId: String(chainId), from, to: recipient, raw, nonce };
  } catch {
    // Whatever these bytes are, they are no transaction.
    return null;
  }
}

export function evmGathering({ token, chainId, urls }: EvmGatheringOptions): ChainGathering {
  return {
    async unsigned(order) {
      const viem = await loadViem();
      return viem.serializeTransaction(transferTransaction(viem, { token, chainId: chainId() }, order));
    },
    read: (bytes) => read(token, bytes),
    endpointsOf: (address) => urls().map((url) => evmSenderEndpoint(url, token, address)),
  };
}
