/** Maps the contract's record of a trade of the USDT market and its states to the words of screens; pure (docs/rules.md §8). */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { OtcSide, OtcStatus } from '../../../contract/calls/otc-market';
import type { TradeState, UsdtTrade } from '../../../contract/calls/otc-usdt-records';
import { toUnits } from '../../format/units';
import type { StatusKind } from '../../components/StatusTag';

export type TradeStep = UsdtTrade['timeline'][number]['step'];
export type TradeReason = NonNullable<UsdtTrade['timeline'][number]['reason']>;

export const STATE_NAMES: Record<TradeState, Record<OtcSide, MessageDescriptor>> = {
  'awaiting-payment': { buy: msg`Awaiting your payment`, sell: msg`Awaiting the buyer’s payment` },
  'late-hold': { buy: msg`Payment overdue`, sell: msg`The buyer’s payment is overdue` },
  paid: { buy: msg`Awaiting the seller’s confirmation`, sell: msg`Confirm receipt` },
  dispute: { buy: msg`In dispute`, sell: msg`In dispute` },
  completed: { buy: msg`Completed`, sell: msg`Completed` },
  cancelled: { buy: msg`Cancelled`, sell: msg`Cancelled` },
};

/** In a list's tag. */
export const STATE_TAGS: Record<TradeState, { kind: StatusKind; name: MessageDescriptor }> = {
  'awaiting-payment': { kind: 'progress', name: msg`Awaiting payment` },
  'late-hold': { kind: 'review', name: msg`Payment overdue` },
  paid: { kind: 'progress', name: msg`Awaiting confirmation` },
  dispute: { kind: 'review', name: msg`In dispute` },
  completed: { kind: 'done', name: msg`Completed` },
  cancelled: { kind: 'neutral', name: msg`Cancelled` },
};

export const OFFER_TAGS: Record<OtcStatus, { kind: StatusKind; name: MessageDescriptor }> = {
  'pending-match': { kind: 'progress', name: msg`On offer` },
  'match-ended': { kind: 'progress', name: msg`In trades` },
  completed: { kind: 'done', name: msg`Completed` },
  cancelled: { kind: 'neutral', name: msg`Cancelled` },
};

export const REASON_NAMES: Record<TradeReason, MessageDescriptor> = {
  'buyer-cancelled': msg`cancelled by the buyer`,
  'not-paid': msg`not paid in time`,
  'both-agreed': msg`both sides agreed`,
  'ruled-for-buyer': msg`ruled for the buyer`,
  'ruled-for-seller': msg`ruled for the seller`,
  'paid-late': msg`paid after the time had run out`,
  'not-confirmed': msg`payment not confirmed for too long`,
};

const PER_MILLE = 1_000n;

/** Returns `part` as a share of `whole`, 0…1, for bars only; both are USDT. */
export function shareOf(part: string, whole: string): number {
  const all = toUnits(whole, 'USDT');
  return all === 0n ? 0 : Number((toUnits(part, 'USDT') * PER_MILLE) / all) / Number(PER_MILLE);
}

/** Returns whether the trade still goes on: then the escrow holds USDT. */
export function isOpenTrade({ state }: Pick<UsdtTrade, 'state'>): boolean {
  return state !== 'completed' && state !== 'cancelled';
}

/** Steps that brought the trade into the state it is in; the time of a state runs from its step. */
const STATE_STEPS: Record<TradeState, readonly TradeStep[]> = {
  'awaiting-payment': ['taken'],
  'late-hold': ['payment-overdue'],
  paid: ['paid'],
  dispute: ['disputed', 'late-payment'],
  completed: ['completed'],
  cancelled: ['cancelled'],
};

/** Returns when the trade came into its state, UTC ms. */
export function stateSince({ state, timeline, createdAt }: UsdtTrade): number {
  return timeline.findLast(({ step }) => STATE_STEPS[state].includes(step))?.at ?? createdAt;
}

/** Returns why the trade was cancelled or came into dispute; null when there is nothing to say. */
export function reasonOf({ state, timeline }: UsdtTrade): TradeReason | null {
  return timeline.findLast(({ step }) => STATE_STEPS[state].includes(step))?.reason ?? null;
}

/** A row of the escrow's timeline: a step that was, the one that is awaited now, or one to come. */
export interface EscrowRow {
  key: string;
  name: TradeStep | 'locked' | 'pay' | 'confirm' | 'confirmed' | 'ruling' | 'end';
  /** bad: a step that the person did not hope for. */
  look: 'done' | 'bad' | 'now' | 'next';
  by: UsdtTrade['timeline'][number]['by'];
  reason: TradeReason | null;
  /** UTC ms, null while it has not been. */
  at: number | null;
}

const BAD: ReadonlySet<TradeStep> = new Set<TradeStep>(['payment-overdue', 'disputed', 'cancelled']);

const AHEAD: Record<TradeState, readonly EscrowRow['name'][]> = {
  'awaiting-payment': ['pay', 'confirm', 'end'],
  'late-hold': ['pay', 'confirm', 'end'],
  paid: ['confirm', 'end'],
  dispute: ['ruling', 'end'],
  completed: [],
  cancelled: [],
};

/** Returns the escrow's past steps and those still to come: placed → locked → paid → confirmed → done. */
export function escrowRows({ state, timeline }: UsdtTrade): EscrowRow[] {
  const past = timeline.flatMap(({ step, by, reason, at }, index): EscrowRow[] => {
    const row: EscrowRow = { key: `${index}`, name: step, look: BAD.has(step) ? 'bad' : 'done', by, reason, at };
    if (step === 'taken') return [row, { ...row, key: 'locked', name: 'locked' }];
    // It was the seller who confirmed, unless the platform has ruled so.
    const isConfirmed = step === 'completed' && (by === 'me' || by === 'them');
    return isConfirmed ? [{ ...row, key: 'confirmed', name: 'confirmed' }, row] : [row];
  });
  const ahead = AHEAD[state].map((name, index): EscrowRow => {
    return { key: name, name, look: index === 0 ? 'now' : 'next', by: 'platform', reason: null, at: null };
  });
  return [...past, ...ahead];
}
