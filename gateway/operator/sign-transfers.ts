/**
 * Signs a gathering's transfers, on the machine that has the deposit addresses' key: it asks no gateway and no chain. The file is
 * believed in nothing: recipient, token and chain are named by the person, and every transaction is taken apart before it is signed.
 */
import { HDKey } from '@scure/bip32';
import { loadViem, type Viem } from '../adapters/chain/viem';
import { accountOf, evmFormat } from '../adapters/chain/hd-addresses';
import type { SignedBatch, UnsignedBatch } from '../domain/gathering/batch';
import { OperatorError } from './command';

export interface SigningTerms {
  /** The extended private key of the account whose addresses receive deposits, `xprv…`. */
  privateKey: string;
  /** The wallet that everything goes to. */
  to: string;
  /** The token's contract. */
  token: string;
  /** The chain's number, e.g. `56`. */
  chainId: string;
}

type BatchTransfer = UnsignedBatch['transfers'][number];

function accountKey(privateKey: string): HDKey {
  try {
    const key = HDKey.fromExtendedKey(privateKey.trim());
    if (key.privateKey !== null) return key;
  } catch {
    // Told below.
  }
  throw new OperatorError('input', 'the key file holds no extended private key (xprv…)');
}

const isSame = (a: string | null | undefined, b: string) => (a ?? '').toLowerCase() === b.toLowerCase();

/** @throws OperatorError when the bytes are anything but this transfer */
function checkedTransaction(viem: Viem, terms: SigningTerms, { from, nonce, raw, unsigned }: BatchTransfer) {
  const transaction = viem.parseTransaction(unsigned as `0x${string}`);
  const { functionName, args } = viem.decodeFunctionData({ abi: viem.tokenAbi, data: transaction.data ?? '0x' });
  const isMeant =
    transaction.type === 'legacy' &&
    isSame(transaction.to, terms.token) &&
    String(transaction.chainId) === terms.chainId &&
    (transaction.nonce ?? 0) === nonce &&
    (transaction.value ?? 0n) === 0n &&
    functionName === 'transfer' &&
    isSame(args[0] as string, terms.to) &&
    args[1] === BigInt(raw);
  if (!isMeant) throw new OperatorError('input', `the transaction of ${from} is not the transfer that the file says`);
  return transaction;
}

/**
 * The batch, signed.
 * @throws OperatorError when the file names another recipient or chain, an address is not of this key, or the bytes are not the transfer
 */
export async function signTransfers(batch: UnsignedBatch, terms: SigningTerms): Promise<SignedBatch> {
  if (!isSame(batch.to, terms.to))
    throw new OperatorError('input', `the file's transfers go to ${batch.to}, not to ${terms.to}`);
  if (batch.chainId !== terms.chainId)
    throw new OperatorError('input', `the file is for chain ${batch.chainId}, not for ${terms.chainId}`);
  const account = accountKey(terms.privateKey);
  const viem = await loadViem();
  const signed: string[] = [];
  for (const transfer of batch.transfers) {
    const path = transfer.derivationPath.split('/').map(Number);
    const { privateKey, publicKey } = path.reduce((parent, index) => parent.deriveChild(index), account);
    if (!privateKey || !publicKey || !isSame(evmFormat(accountOf(publicKey)), transfer.from))
      throw new OperatorError('input', `${transfer.from} is no address of this key`);
    const transaction = checkedTransaction(viem, terms, transfer);
    const signer = viem.privateKeyToAccount(`0x${Buffer.from(privateKey).toString('hex')}`);
    signed.push(await signer.signTransaction({ ...transaction, type: 'legacy' }));
  }
  return { format: 'rab-signed-transfers-1', network: batch.network, chainId: batch.chainId, signed };
}
