/** A scripted chain, people with addresses on it, and the job that watches it. */
import type { Chain } from '../../../gateway/adapters/chain/chain';
import type { Database } from '../../../gateway/db/client';
import { watchDeposits } from '../../../gateway/jobs/deposits';
import type { Deposit } from '../../../contract/calls/wallet';
import { openGatewayWorld, type GatewayWorld, type Person } from '../world';
import { newTxId, ScriptedChain, type Payment } from './scripted-chain';

export interface DepositWorld extends GatewayWorld {
  chain: ScriptedChain;
  /** Other endpoints, or another chain, from now on: also what a restarted gateway has. */
  use(chain: Chain): void;
  addressOf(who: Person): Promise<string>;
  depositsOf(who: Person): Promise<Deposit[]>;
  /** A round of the job. @returns deposits credited */
  watch(): Promise<number>;
  /** A payment of this much, in units of 10^-18. */
  pay(to: string, raw: bigint): Payment;
}

export async function openDepositWorld(db: Database): Promise<DepositWorld> {
  const world = await openGatewayWorld(db);
  const chain = new ScriptedChain(() => world.time.now);
  world.deps.chains = [chain.chain()];
  return {
    ...world,
    chain,
    use: (other) => {
      world.deps.chains = [other];
    },
    async addressOf(who) {
      const { networks } = await world.call(who, 'depositAddresses', {});
      return networks[0]?.address ?? '';
    },
    depositsOf: async (who) => (await world.call(who, 'deposits', { limit: 100 })).items,
    watch: () => watchDeposits(world.deps),
    pay: (to, raw) => ({ txId: newTxId(), to, raw }),
  };
}
