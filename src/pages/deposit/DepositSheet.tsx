import { Trans, useLingui } from '@lingui/react/macro';
import type { Deposit } from '../../../contract/calls/wallet';
import { Amount } from '../../components/Amount';
import { RiskLine } from '../../components/RiskLine';
import { Sheet } from '../../components/Sheet';
import { plainAmount } from '../../format/amount';
import { useLast } from '../read/useLast';
import { RecordDetails } from '../records/RecordDetails';
import { Timeline, type TimelineEvent } from '../records/Timeline';
import styles from './DepositSheet.module.css';
import { NetworkName } from './NetworkName';

/** One deposit in full: its steps with their times, and all that identifies it on the chain. */
export function DepositSheet({ deposit, onClose }: { deposit: Deposit | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useLast(deposit);
  return (
    <Sheet open={deposit !== null} onClose={onClose} title={t`Deposit`}>
      {shown && <Body deposit={shown} onClose={onClose} />}
    </Sheet>
  );
}

function Body({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { t } = useLingui();
  const { status, amount, sent, txId, fromAddress, toAddress, journalId } = deposit;
  const isTooSmall = status === 'too-small';
  return (
    <div className={styles['body']}>
      {isTooSmall && (
        <RiskLine tone="danger">
          <Trans>Less than the minimum deposit: it is recorded, but neither credited nor given back.</Trans>
        </RiskLine>
      )}
      <Timeline events={eventsOf(deposit)} />
      <RecordDetails
        rows={[
          { label: t`Sent`, value: <Amount value={plainAmount(sent)} asset="USDT" precision="full" unit /> },
          ...(isTooSmall
            ? []
            : [
                {
                  label: status === 'credited' ? t`Credited` : t`To be credited`,
                  value: <Amount value={amount} asset="USDT" precision="full" unit />,
                  strong: true,
                },
              ]),
          { label: t`Network`, value: <NetworkName network={deposit} /> },
          { label: t`Block`, value: <span className="rab-num">{deposit.blockNumber}</span> },
        ]}
        copies={[
          { label: t`Transaction ID`, text: txId },
          { label: t`From address`, text: fromAddress },
          { label: t`To your address`, text: toAddress },
          ...(journalId === null ? [] : [{ label: t`Journal`, text: journalId }]),
        ]}
        onClose={onClose}
      />
    </div>
  );
}

function eventsOf(deposit: Deposit): TimelineEvent[] {
  const { status, blockAt, seenAt, creditedAt, confirmations, confirmationsNeeded } = deposit;
  const isConfirmed = confirmations >= confirmationsNeeded;
  const events: TimelineEvent[] = [
    { key: 'block', isDone: true, at: blockAt, text: <Trans>Put into a block</Trans> },
    { key: 'seen', isDone: true, at: seenAt, text: <Trans>Seen by us</Trans> },
    {
      key: 'confirmed',
      isDone: isConfirmed,
      at: null,
      text: (
        <Trans>
          {confirmations} of {confirmationsNeeded} confirmations
        </Trans>
      ),
    },
  ];
  if (status === 'too-small') return events;
  return [...events, { key: 'credited', isDone: creditedAt !== null, at: creditedAt, text: <Trans>Credited</Trans> }];
}
