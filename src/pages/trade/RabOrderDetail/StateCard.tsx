import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OtcStatus } from '../../../../contract/calls/otc-market';
import type { RabOrder } from '../../../../contract/calls/otc-rab';
import { Amount } from '../../../components/Amount';
import { ENDING_NAMES, ORDER_TAGS } from '../rab/order';
import { StateFrame } from '../TradeDetail/StateFrame';
import type { Deadline } from '../../read/useDeadline';

const MARKS: Record<OtcStatus, LucideIcon> = {
  'pending-match': Hourglass,
  'match-ended': Hourglass,
  completed: CircleCheck,
  cancelled: CircleX,
};

/** Shows the order's state, what the person has to do, and how long that may take. */
export function StateCard({ order, clock }: { order: RabOrder; clock: Deadline }) {
  const { t } = useLingui();
  const { status, restDue } = order;
  const tag = ORDER_TAGS[status];
  return (
    <StateFrame
      mark={{ icon: MARKS[status], kind: tag.kind }}
      clock={clock}
      title={restDue === null ? t(tag.name) : t`Post the rest`}
      hint={<Hint order={order} isTurning={clock.secondsLeft === 0} />}
    />
  );
}

function Hint({ order, isTurning }: { order: RabOrder; isTurning: boolean }): ReactNode {
  const { t } = useLingui();
  const { status, restDue, endedBy } = order;
  if (isTurning) return <Trans>The time has run out; waiting for the platform to say so</Trans>;
  if (restDue !== null) {
    return (
      <Trans>
        <Amount value={restDue} asset="USDT" precision="full" unit hideable={false} /> in time, or the deposit is lost.
      </Trans>
    );
  }
  if (endedBy !== null) return t(ENDING_NAMES[endedBy]);
  return status === 'match-ended' ? (
    <Trans>The buyer has to post the rest. If not, your RAB comes back with half of the deposit.</Trans>
  ) : (
    <Trans>Fills come by themselves; what is not filled in time is released.</Trans>
  );
}
