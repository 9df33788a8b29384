/** Withdrawals over a scripted wallet: what an operator approved, and the rounds of the jobs that pay it. */
import { toUnits } from '../../../contract/money';
import type { Database } from '../../../gateway/db/client';
import { watchDeposits } from '../../../gateway/jobs/deposits';
import { ScriptedChain, SCALE } from '../chain/scripted-chain';
import { ScriptedWallet } from './scripted-wallet';
import { openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from './world';

export const raw = (amount: string) => toUnits(amount, 'USDT') * SCALE;

export interface Payout {
  who: Withdrawer;
  id: string;
}

export interface PayoutWorld extends WithdrawalWorld {
  wallet: ScriptedWallet;
  /** By somebody who has 1000. */
  payout(amount?: string): Promise<Payout>;
  /** Runs the jobs as they run every three seconds. */
  round(): Promise<void>;
  /** Rounds, with a block after each. */
  rounds(count: number): Promise<void>;
  statusOf(one: Payout): Promise<string>;
  steps(one: Payout): Promise<string>;
  /** The events that an operator is told, with their codes. */
  alerts(): string[];
}

/** @param before whose wallet and time go on, as after a restart; absent: new ones */
export async function openPayoutWorld(db: Database, before?: PayoutWorld): Promise<PayoutWorld> {
  const world = await openWithdrawalWorld(db, before?.time.now);
  const wallet = before?.wallet ?? new ScriptedWallet(new ScriptedChain(() => world.time.now), raw('5000'));
  world.deps.chains = [wallet.asChain()];
  const self: PayoutWorld = {
    ...world,
    wallet,
    async payout(amount = '100') {
      const who = await world.withdrawer('1000');
      const id = await world.requested(who, amount);
      await world.approved(id);
      return { who, id };
    },
    async round() {
      world.time.now += 3_000;
      await watchDeposits(world.deps);
      await world.payOut();
    },
    async rounds(count) {
      for (let n = 0; n < count; n += 1) {
        await self.round();
        wallet.mine(false);
      }
    },
    statusOf: async ({ who, id }) => (await world.withdrawalOf(who, id)).status,
    steps: async ({ who, id }) => (await world.withdrawalOf(who, id)).steps.map(({ step }) => step).join(' '),
    alerts: () =>
      world.logs.filter(({ level }) => level === 'error').map(({ event, code }) => `${event} ${code ?? ''}`.trim()),
  };
  return self;
}
