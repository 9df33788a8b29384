/** viem, loaded when a chain is first asked: a gateway without one does not wait for it at its start. */
import type * as ViemModule from 'viem';
import type * as AccountsModule from 'viem/accounts';

/** The parts of the token's contract that the gateway uses. */
const TOKEN = [
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
] as const;

async function load() {
  const [viem, { privateKeyToAccount }]: [typeof ViemModule, typeof AccountsModule] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ]);
  const tokenAbi = viem.parseAbi(TOKEN);
  const transferEvent = viem.getAbiItem({ abi: tokenAbi, name: 'Transfer' });
  return { ...viem, privateKeyToAccount, tokenAbi, transferEvent, transferTopic: viem.toEventSelector(transferEvent) };
}

export type Viem = Awaited<ReturnType<typeof load>>;

let loading: Promise<Viem> | null = null;

export function loadViem(): Promise<Viem> {
  return (loading ??= load());
}
