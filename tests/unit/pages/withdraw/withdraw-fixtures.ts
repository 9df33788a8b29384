/** Answers about withdrawals as the gateway gives them; the contract checks them. */
import type { Withdrawal } from '../../../../contract/calls/withdrawals';
import type { CallOutput } from '../../../../contract/index';
import type { Handlers } from '../fake-worker';
import { METHODS, paymentsOf, SECURITY, USER } from '../identity-fixtures';

export const HOUR_MS = 3_600_000;
const NAMES = ['identity', 'authenticator', 'trade-password', 'method', 'security-pause'] as const;
export type Conditions = CallOutput<'withdrawalConfig'>['conditions'];

/** All of them met but those that are named, each with when time will meet it. */
export function conditions(unmet: Partial<Record<(typeof NAMES)[number], number | null>> = {}): Conditions {
  return NAMES.map((name) => {
    const metAt = unmet[name];
    return metAt === undefined ? { name, isMet: true, metAt: null } : { name, isMet: false, metAt };
  });
}

export function configOf(changes: Partial<CallOutput<'withdrawalConfig'>> = {}): CallOutput<'withdrawalConfig'> {
  const now = Date.now();
  return {
    window: {
      isOpen: true,
      closedReason: null,
      timeZone: 'Asia/Shanghai',
      from: '09:00',
      until: '21:00',
      weekdays: [1, 2, 3, 4, 5],
      opensAt: null,
      closesAt: now + 3 * HOUR_MS,
      holidays: [],
      serverTime: now,
    },
    conditions: conditions(),
    networks: [{ network: 'BEP20', isTest: true, confirmations: 3 }],
    feeFixed: '1.000000',
    feeRate: '0.0010000000',
    minimum: '10.000000',
    available: '600.000000',
    ...changes,
  };
}

export function closedFor(ms: number): CallOutput<'withdrawalConfig'>['window'] {
  const { window } = configOf();
  return { ...window, isOpen: false, closedReason: 'weekend', closesAt: null, opensAt: window.serverTime + ms };
}

/** The bank card can be used, the chain address waits. */
export const [WAITING, CARD] = METHODS;
const CHAIN = { ...METHODS[0]!, usableAt: 0 };

export const TARGET: Withdrawal['target'] = {
  kind: 'chain',
  network: 'BEP20',
  isTest: true,
  address: CHAIN.address,
  bankName: null,
  cardLast4: null,
  holderName: null,
};

export function withdrawalOf(changes: Partial<Withdrawal> = {}): Withdrawal {
  const createdAt = Date.UTC(2026, 10, 20, 6);
  return {
    id: '31',
    status: 'pending',
    amount: '500.000000',
    fee: '1.500000',
    total: '501.500000',
    target: TARGET,
    createdAt,
    closedAt: null,
    canCancel: true,
    reason: null,
    txId: null,
    confirmations: 0,
    confirmationsNeeded: 3,
    paymentReference: null,
    steps: [{ step: 'requested', at: createdAt }],
    journalId: null,
    ...changes,
  };
}

export function quoteOf(changes: Partial<CallOutput<'withdrawalQuote'>> = {}): CallOutput<'withdrawalQuote'> {
  return {
    amount: '500.000000',
    fee: '1.500000',
    total: '501.500000',
    feeFixed: '1.000000',
    feeRate: '0.0010000000',
    target: TARGET,
    reviewedBy: Date.now() + 3 * HOUR_MS,
    ...changes,
  };
}

export const ANSWERS: Handlers = {
  withdrawalConfig: () => configOf(),
  withdrawalMethods: () => paymentsOf([CHAIN, METHODS[1]!]),
  userInfo: () => USER,
  securityInfo: () => SECURITY,
  withdrawalQuote: () => quoteOf(),
  sendWithdrawalCode: () => ({ resendAt: Date.now() + 60_000, expiresAt: Date.now() + 600_000 }),
  requestWithdrawal: () => ({ withdrawal: withdrawalOf() }),
};
