/** Answers about withdrawals. */
import { withdrawal, withdrawalConfig, withdrawalQuote, type Withdrawal } from '../../../../contract/calls/withdrawals';
import type { CallOutput } from '../../../../contract/index';
import { plainest, type Part } from '../../support/plainest';
import type { Handlers } from '../fake-worker';
import { METHODS, paymentsOf, SECURITY, USER } from '../identity-fixtures';

export const HOUR_MS = 3_600_000;
type Config = CallOutput<'withdrawalConfig'>;
const NAMES = ['identity', 'authenticator', 'trade-password', 'method', 'security-pause'] as const;

/** All of them met but those that are named, each with when time will meet it. */
export function conditions(unmet: Partial<Record<(typeof NAMES)[number], number | null>> = {}): Config['conditions'] {
  return NAMES.map((name) => ({ name, isMet: unmet[name] === undefined, metAt: unmet[name] ?? null }));
}

export const configOf = (changes: Part<Config> = {}): Config =>
  plainest(withdrawalConfig.output, {
    window: {
      isOpen: true,
      timeZone: 'Asia/Shanghai',
      weekdays: [1, 2, 3, 4, 5],
      closesAt: Date.now() + 3 * HOUR_MS,
      serverTime: Date.now(),
    },
    conditions: conditions(),
    networks: [{ network: 'BEP20', isTest: true, confirmations: 3 }],
    feeFixed: '1.000000',
    feeRate: '0.0010000000',
    minimum: '10.000000',
    available: '600.000000',
    ...changes,
  });

export function closedFor(ms: number): Config['window'] {
  const { window } = configOf();
  return { ...window, isOpen: false, closedReason: 'weekend', closesAt: null, opensAt: window.serverTime + ms };
}

const CHAIN = { ...METHODS[0], usableAt: 0 };
const COSTS = { amount: '500.000000', fee: '1.500000', total: '501.500000' };
const TARGET = { kind: 'chain', network: 'BEP20', isTest: true, address: CHAIN.address ?? null } as const;
export const AT = Date.UTC(2026, 10, 20, 6);

export const withdrawalOf = (changes: Part<Withdrawal> = {}): Withdrawal =>
  plainest(withdrawal, {
    ...COSTS,
    id: '31',
    status: 'pending',
    target: TARGET,
    canCancel: true,
    confirmationsNeeded: 3,
    steps: [{ step: 'requested', at: AT }],
    ...changes,
  });

export const quoteOf = (changes: Part<CallOutput<'withdrawalQuote'>> = {}): CallOutput<'withdrawalQuote'> =>
  plainest(withdrawalQuote.output, {
    ...COSTS,
    feeFixed: '1.000000',
    feeRate: '0.0010000000',
    target: TARGET,
    reviewedBy: Date.now() + 3 * HOUR_MS,
    ...changes,
  });

export const ANSWERS: Handlers = {
  withdrawalConfig: () => configOf(),
  withdrawalMethods: () => paymentsOf([CHAIN, METHODS[1] ?? {}]),
  userInfo: () => USER,
  securityInfo: () => SECURITY,
  withdrawalQuote: () => quoteOf(),
  sendWithdrawalCode: () => ({ resendAt: Date.now() + 60_000, expiresAt: Date.now() + 600_000 }),
  requestWithdrawal: () => ({ withdrawal: withdrawalOf() }),
};
