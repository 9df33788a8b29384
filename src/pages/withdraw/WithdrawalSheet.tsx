import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Withdrawal } from '../../../contract/calls/withdrawals';
import { useConnection } from '../../bridge/session';
import { Amount } from '../../components/Amount';
import { Button } from '../../components/Button';
import { RiskLine } from '../../components/RiskLine';
import { Sheet } from '../../components/Sheet';
import { useLast } from '../read/useLast';
import { RecordDetails } from '../records/RecordDetails';
import { Timeline, type TimelineEvent } from '../records/Timeline';
import { useTargetRows } from './useTargetRows';
import { stepsAhead } from './withdrawal';
import styles from './WithdrawalSheet.module.css';

export interface WithdrawalSheetProps {
  open: boolean;
  withdrawal: Withdrawal | null;
  onClose: () => void;
  /** Asks before it is taken back. */
  onCancel: () => void;
}

/** One withdrawal in full: its steps with their times, its figures, its identifiers on the chain; and the way to cancel it. */
export function WithdrawalSheet({ open, withdrawal, onClose, onCancel }: WithdrawalSheetProps) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const shown = useLast(withdrawal);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Withdrawal`}
      footer={
        shown?.canCancel ? (
          <Button variant="soft" block disabled={!isOnline} onClick={onCancel}>
            {isOnline ? <Trans>Cancel this withdrawal</Trans> : <Trans>Cancelling needs a connection</Trans>}
          </Button>
        ) : undefined
      }
    >
      {shown && <Body withdrawal={shown} onClose={onClose} />}
    </Sheet>
  );
}

function Body({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const { t } = useLingui();
  const targetRows = useTargetRows();
  const { id, status, amount, fee, total, target, reason, txId, paymentReference, journalId } = withdrawal;
  const figure = (value: string) => <Amount value={value} asset="USDT" precision="full" unit />;
  return (
    <div className={styles['body']}>
      {reason !== null && <RiskLine tone={status === 'failed' ? 'danger' : 'info'}>{reason}</RiskLine>}
      <Timeline events={eventsOf(withdrawal)} />
      <RecordDetails
        rows={[
          { label: t`You receive`, value: figure(amount), strong: true },
          { label: t`Fee`, value: figure(fee) },
          { label: t`Total deducted`, value: figure(total) },
          ...targetRows(target),
        ]}
        copies={[
          { label: t`Reference`, text: id },
          ...(target.address === null ? [] : [{ label: t`To address`, text: target.address }]),
          ...(txId === null ? [] : [{ label: t`Transaction ID`, text: txId }]),
          ...(paymentReference === null ? [] : [{ label: t`Payment reference`, text: paymentReference }]),
          ...(journalId === null ? [] : [{ label: t`Journal`, text: journalId }]),
        ]}
        onClose={onClose}
      />
    </div>
  );
}

type Step = Withdrawal['steps'][number]['step'];

const BAD: ReadonlySet<Step> = new Set<Step>(['rejected', 'failed']);

function eventsOf(withdrawal: Withdrawal): TimelineEvent[] {
  const past = withdrawal.steps.map(({ step, at }, index) => {
    return {
      key: `${index}`,
      isDone: true,
      isBad: BAD.has(step),
      text: <StepText step={step} of={withdrawal} isDone />,
      at,
    };
  });
  const ahead = stepsAhead(withdrawal).map((step) => {
    return { key: step, isDone: false, text: <StepText step={step} of={withdrawal} isDone={false} />, at: null };
  });
  return [...past, ...ahead];
}

interface StepTextProps {
  step: Step;
  of: Withdrawal;
  isDone: boolean;
}

function StepText({ step, of: { confirmations, confirmationsNeeded }, isDone }: StepTextProps): ReactNode {
  switch (step) {
    case 'requested':
      return <Trans>Asked for; amount and fee set aside</Trans>;
    case 'approved':
      return isDone ? <Trans>Approved</Trans> : <Trans>Review</Trans>;
    case 'broadcast':
      return isDone ? <Trans>Sent to the network</Trans> : <Trans>Sending</Trans>;
    case 'replaced':
      return <Trans>Sent again with a higher network fee</Trans>;
    case 'confirmed':
      return (
        <Trans>
          {confirmations} of {confirmationsNeeded} confirmations
        </Trans>
      );
    case 'paid':
      return isDone ? <Trans>Paid to the bank</Trans> : <Trans>Payment by the bank</Trans>;
    case 'rejected':
      return <Trans>Rejected</Trans>;
    case 'cancelled':
      return <Trans>Cancelled by you</Trans>;
    case 'failed':
      return <Trans>Failed</Trans>;
    case 'returned':
      return <Trans>Amount and fee available again</Trans>;
  }
}
