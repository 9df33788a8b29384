/** Maps the contract's record of a withdrawal to the words and states of screens; pure (docs/rules.md §4). */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Withdrawal } from '../../../contract/calls/withdrawals';
import type { StatusKind } from '../../components/StatusTag';

/** A screen asks again after these times: while something is on the chain, and while an operator has to look at it. */
export const LIVE_MS = 3_000;
export const REVIEW_MS = 10_000;

/** The withdrawal's phase: the three states of the spec, divided where a person wants them told apart. */
export type Phase = 'review' | 'sending' | 'success' | 'cancelled' | 'failed';

export const PHASE_KINDS: Record<Phase, StatusKind> = {
  review: 'review',
  sending: 'progress',
  success: 'done',
  cancelled: 'neutral',
  failed: 'failed',
};

export const PHASE_NAMES: Record<Phase, MessageDescriptor> = {
  review: msg`Pending approval`,
  sending: msg`On its way`,
  success: msg`Success`,
  cancelled: msg`Cancelled`,
  failed: msg`Failed`,
};

type Step = Withdrawal['steps'][number]['step'];

export function hasStep({ steps }: Pick<Withdrawal, 'steps'>, wanted: Step): boolean {
  return steps.some(({ step }) => step === wanted);
}

export function phaseOf(withdrawal: Pick<Withdrawal, 'status' | 'steps'>): Phase {
  if (withdrawal.status === 'success') return 'success';
  if (withdrawal.status === 'failed') return hasStep(withdrawal, 'cancelled') ? 'cancelled' : 'failed';
  return hasStep(withdrawal, 'approved') ? 'sending' : 'review';
}

/** Returns how long a screen waits until it asks for the list again; null when no row can change by itself. */
export function pollMs(withdrawals: readonly Withdrawal[] | undefined): number | null {
  const phases = new Set(withdrawals?.map(phaseOf));
  if (phases.has('sending')) return LIVE_MS;
  return phases.has('review') ? REVIEW_MS : null;
}

/** Returns the steps that a pending withdrawal still has ahead, in order. */
export function stepsAhead(withdrawal: Withdrawal): Step[] {
  if (withdrawal.status !== 'pending') return [];
  const way: Step[] =
    withdrawal.target.kind === 'chain' ? ['approved', 'broadcast', 'confirmed'] : ['approved', 'paid'];
  return way.filter((step) => !hasStep(withdrawal, step));
}
