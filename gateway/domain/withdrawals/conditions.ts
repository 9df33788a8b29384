/** Checks the conditions for any withdrawal (docs/rules.md §4), for the checklist and for the refusal. */
import type { AnswerOf } from '../../../contract/call';
import type { withdrawalConfig, WithdrawalCondition } from '../../../contract/calls/withdrawals';
import { WITHDRAWAL_CONDITIONS } from '../../../contract/calls/withdrawals';
import { Refusal } from '../call-context';
import { withdrawalsClosedUntil } from '../identity/security-centre';
import type { UserRow } from '../identity/users/user-repo';
import { usableAt } from '../methods/usable';
import type { MethodRow } from '../methods/repo';
import type { Settings } from '../settings/figures';
import { windowAt } from '../time/opening-hours';
import { windowRules } from './window';

type ConditionState = AnswerOf<typeof withdrawalConfig>['conditions'][number];

export interface ConditionFacts {
  user: UserRow;
  settings: Settings;
  now: number;
}

type ConditionJudge = (facts: ConditionFacts, methods: readonly MethodRow[]) => Omit<ConditionState, 'name'>;

const always = (isMet: boolean) => ({ isMet, metAt: null });

const JUDGES: Record<WithdrawalCondition, ConditionJudge> = {
  identity: ({ user }) => always(user.identityStatus === 'approved'),
  authenticator: ({ user }) => always(user.authenticatorBoundAt !== null),
  'trade-password': ({ user }) => always(user.tradePasswordHash !== null),
  method: ({ settings, now }, methods) => {
    const moments = methods.map((method) => usableAt(method, settings));
    const first = moments.length > 0 ? Math.min(...moments) : null;
    return first !== null && first <= now ? always(true) : { isMet: false, metAt: first };
  },
  'security-pause': ({ user, settings, now }) => {
    const until = withdrawalsClosedUntil(user, settings, now);
    return { isMet: until === null, metAt: until };
  },
};

/** @param methods those on file that this gateway can pay to */
export function conditionsOf(facts: ConditionFacts, methods: readonly MethodRow[]): ConditionState[] {
  return WITHDRAWAL_CONDITIONS.map((name) => ({ name, ...JUDGES[name](facts, methods) }));
}

/** @throws Refusal withdrawals-closed, with `retryAfterMs` until the next opening */
export function assertOpen({ settings, now }: Pick<ConditionFacts, 'settings' | 'now'>): void {
  const { closedReason, opening } = windowAt(now, windowRules(settings));
  if (closedReason === null) return;
  throw new Refusal('withdrawals-closed', opening ? { data: { retryAfterMs: opening.opensAt - now } } : {});
}

/** @throws Refusal needs-identity (4901), needs-authenticator (4900) */
export function assertVerified({ user }: Pick<ConditionFacts, 'user'>): void {
  if (user.identityStatus !== 'approved') throw new Refusal('needs-identity');
  if (user.authenticatorBoundAt === null) throw new Refusal('needs-authenticator');
}

/** @throws Refusal of the first condition that is not met, but for the method's, which depends on which one is meant */
export function assertMayWithdraw(facts: ConditionFacts): void {
  assertOpen(facts);
  assertVerified(facts);
  if (facts.user.tradePasswordHash === null) throw new Refusal('needs-trade-password');
  const { user, settings, now } = facts;
  const lockedUntil = withdrawalsClosedUntil(user, settings, now);
  if (lockedUntil !== null) throw new Refusal('withdrawals-paused', { data: { lockedUntil } });
}
