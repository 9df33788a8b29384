/** The wallet on an EVM chain that withdrawals are paid from. Its key stays in here: nothing prints or returns it. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Hex, PublicClient } from 'viem';
import { ChainError, type ChainSender, type SenderEndpoint } from './chain';
import { transferTransaction } from './evm-transfer';
import { evmEndpoint } from './evm-endpoint';
import { accountOf, evmFormat } from './hd-addresses';
import { loadViem, type Viem } from './viem';

/** A node answers with one of these when it has the same bytes already. */
const IS_KNOWN = /already known|already imported|known transaction|already exists/i;
/** A node answers with this when a block has the bytes, or another transaction of this nonce. */
const IS_PAST = /nonce too low/i;

/** A node answers with one of these when it does not want the transaction, e.g. for want of coin for gas. */
const REFUSALS = new Set([-32000, -32003, -32602, -32603]);

export interface EvmSenderOptions {
  /** `0x` and 64 hexadecimal digits. */
  key: string;
  /** The token's contract. */
  token: string;
  /** Asked at each signing: a local test network has its number when it runs. */
  chainId(): string;
  urls: readonly string[];
}

async function isThere(asked: PublicClient, viem: Viem, txId: string): Promise<boolean> {
  try {
    await asked.getTransaction({ hash: txId as Hex });
    return true;
  } catch (error) {
    if (error instanceof viem.TransactionNotFoundError) return false;
    throw error;
  }
}

/** An endpoint as the wallet uses it. */
export function evmSenderEndpoint(url: string, token: string, address: string): SenderEndpoint {
  const ask = evmEndpoint(url);
  const wallet = address as Hex;
  return {
    chainId: () => ask(async (asked) => String(await asked.getChainId())),
    wallet: () =>
      ask(async (asked, viem) => {
        const [nonce, waiting, coin, gasPrice, held] = await Promise.all([
          asked.getTransactionCount({ address: wallet, blockTag: 'latest' }),
          asked.getTransactionCount({ address: wallet, blockTag: 'pending' }),
          asked.getBalance({ address: wallet }),
          asked.getGasPrice(),
          asked.readContract({
            address: token as Hex,
            abi: viem.tokenAbi,
            functionName: 'balanceOf',
            args: [wallet],
          }),
        ]);
        return { nonce, pending: Math.max(nonce, waiting), coin, gasPrice, token: held };
      }),
    gasFor: (to, raw) =>
      ask(async (asked, viem) => {
        try {
          return await asked.estimateContractGas({
            address: token as Hex,
            abi: viem.tokenAbi,
            functionName: 'transfer',
            args: [to as Hex, raw],
            account: wallet,
          });
        } catch (error) {
          const reverted =
            error instanceof viem.BaseError && error.walk((cause) => cause instanceof viem.ExecutionRevertedError);
          if (reverted) return null;
          throw error;
        }
      }),
    broadcast: ({ bytes, txId }) =>
      ask(async (asked, viem) => {
        try {
          const hash = await asked.sendRawTransaction({ serializedTransaction: bytes as Hex });
          if (hash !== txId) throw new ChainError('malformed', 'another transaction id');
          return 'taken';
        } catch (error) {
          if (!(error instanceof viem.BaseError)) throw error;
          const words = `${error.details} ${error.message}`;
          if (IS_KNOWN.test(words)) return 'taken';
          if (IS_PAST.test(words)) return (await isThere(asked, viem, txId)) ? 'taken' : 'nonce-used';
          const rpc = error.walk((cause) => cause instanceof viem.RpcError);
          const isRefusal = rpc instanceof viem.RpcError && REFUSALS.has(rpc.code);
          throw isRefusal ? new ChainError('refused', `error ${rpc.code}`) : error;
        }
      }),
  };
}

/** @throws Error when `key` is no private key */
export function evmSender({ key, token, chainId, urls }: EvmSenderOptions): ChainSender {
  const address = evmFormat(accountOf(secp256k1.getPublicKey(key.slice(2))));
  return {
    address,
    async sign(order) {
      const viem = await loadViem();
      const transaction = transferTransaction(viem, { token, chainId: chainId() }, order);
      const bytes = await viem.privateKeyToAccount(key as Hex).signTransaction(transaction);
      return { txId: viem.keccak256(bytes), bytes };
    },
    endpoints: urls.map((url) => evmSenderEndpoint(url, token, address)),
  };
}
