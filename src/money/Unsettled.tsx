import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { RiskLine } from '../components/RiskLine';

export type UnsettledOf = 'order' | 'redemption' | 'transfer' | 'exchange' | 'withdrawal' | 'purchase' | 'record';

export function LostAnswer() {
  return <Trans>The answer was lost. What became of it is being looked up; nothing new is sent until then.</Trans>;
}

const TEXTS: Record<UnsettledOf, () => ReactNode> = {
  order: () => (
    <Trans>The outcome of your last order is still being looked up. Nothing new is sent until it is known.</Trans>
  ),
  redemption: () => (
    <Trans>The outcome of your last redemption is still being looked up. Nothing new is sent until it is known.</Trans>
  ),
  transfer: () => (
    <Trans>The outcome of your last transfer is still being looked up. Nothing new is sent until then.</Trans>
  ),
  exchange: () => (
    <Trans>The outcome of your last exchange is still being looked up. Nothing new is sent until then.</Trans>
  ),
  withdrawal: () => (
    <Trans>The outcome of your last withdrawal is still being looked up. Nothing new is sent until then.</Trans>
  ),
  purchase: () => (
    <Trans>The outcome of your last purchase is still being looked up. Nothing new is sent until then.</Trans>
  ),
  record: LostAnswer,
};

/** Tells that nobody knows yet how the last action ended. */
export function Unsettled({ of }: { of: UnsettledOf }) {
  const Text = TEXTS[of];
  return (
    <RiskLine tone="warning">
      <Text />
    </RiskLine>
  );
}
