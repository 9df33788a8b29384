/** The labelled credit that a new user of a demo gateway gets, while demo data is on (embedded database only). */
import { toUnits } from '../../contract/money';
import type { Tx } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import { postAll, type Journal } from '../ledger/post';

export const DEMO_USDT = '10000';
export const DEMO_RAB = '1000';

/** Test USDT comes from the demo boundary account; RAB has a fixed supply, so it comes out of the treasury. */
export function demoCredits(accountId: string, amounts: { usdt: string; rab: string }, now: number): Journal[] {
  const usdt = toUnits(amounts.usdt, 'USDT');
  const rab = toUnits(amounts.rab, 'RAB');
  const memo = { label: 'demo data, no real money' };
  return [
    {
      transferId: `demo-credit:${accountId}:USDT`,
      kind: 'demo-credit',
      memo,
      at: now,
      legs: [
        { account: { system: 'demo-funding', asset: 'USDT' }, amount: -usdt },
        { account: { owner: accountId, kind: 'user_cash', asset: 'USDT' }, amount: usdt },
      ],
    },
    {
      transferId: `demo-credit:${accountId}:RAB`,
      kind: 'demo-credit',
      memo,
      at: now,
      legs: [
        { account: { system: 'treasury', asset: 'RAB' }, amount: -rab },
        { account: { owner: accountId, kind: 'user_cash', asset: 'RAB' }, amount: rab },
      ],
    },
  ];
}

/** Credits a user who has just registered; does nothing while demo data is off. Runs in the registration's transaction. */
export async function creditNewDemoUser(
  tx: Tx,
  deps: Pick<Deps, 'givesDemoCredit'>,
  { accountId, now }: { userId: string; accountId: string; now: number },
): Promise<void> {
  if (!deps.givesDemoCredit) return;
  await postAll(tx, demoCredits(accountId, { usdt: DEMO_USDT, rab: DEMO_RAB }, now));
}
