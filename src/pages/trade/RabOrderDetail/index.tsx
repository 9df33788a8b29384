import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { rabOrder, type RabOrder } from '../../../../contract/calls/otc-rab';
import { useNavigation } from '../../../app/navigation';
import { useConnection } from '../../../bridge/session';
import type { Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { NeedsConnection } from '../../../money/MoneyButton';
import { MoneyConfirm } from '../../../money/MoneyConfirm';
import { Unsettled } from '../../../money/Unsettled';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { Timeline } from '../../records/Timeline';
import { BAD_STEPS, STEP_NAMES, STEPS_AHEAD } from '../rab/order';
import { TopUp } from '../rab/TopUp';
import { useRabRefusal } from '../rab/useRabRefusal';
import styles from '../TradeDetail/TradeDetail.module.css';
import { useDeadline } from '../../read/useDeadline';
import { CancelQuestion } from './CancelQuestion';
import { FiguresCard } from './FiguresCard';
import { FillsCard } from './FillsCard';
import { StateCard } from './StateCard';
import { useRestFlow } from './useRestFlow';

type Details = Output<typeof rabOrder>;

/** One of the person's own orders on the RAB market; `id` is the order's, or that of one of its fills. */
export function RabOrderDetail({ id }: { id: string }) {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(rabOrder, { id });
  const order = read.data?.order;
  const clock = useDeadline(read, deadlineOf(order), stateSince(read.data));
  const [isCancelling, setCancelling] = useState(false);
  const reread = () => void read.refresh();
  const rest = useRestFlow(reread);
  return (
    <>
      <NavBar title={t`Order details`} onBack={back} />
      <div className={styles['page']}>
        <ReadStamp read={read} />
        <ReadArea read={read} hasData={read.data !== undefined} skeleton="card" count={3}>
          {read.data && (
            <>
              <StateCard order={read.data.order} clock={clock} />
              <RestNotes rest={rest} />
              <FiguresCard order={read.data.order} />
              <FillsCard fills={read.data.fills} isOpen={read.data.order.closedAt === null} />
              <Steps details={read.data} />
            </>
          )}
        </ReadArea>
      </div>
      {order && (
        <Footer
          order={order}
          isUnsettled={rest.isUnsettled}
          onCancel={() => setCancelling(true)}
          onPost={() => rest.start({ order, fills: read.data?.fills ?? [] })}
        />
      )}
      {isCancelling && order && <CancelQuestion order={order} onClose={() => setCancelling(false)} onStale={reread} />}
      <MoneyConfirm flow={rest} />
    </>
  );
}

/** Returns when the state ends by itself, UTC ms; null when it does not. */
function deadlineOf(order: RabOrder | undefined): number | null {
  if (order?.restDueAt) return order.restDueAt;
  return order?.status === 'pending-match' ? order.expiresAt : null;
}

/** Returns the start of the state's time, UTC ms: the first match that waits for its rest, else the order. */
function stateSince(details: Details | undefined): number {
  if (!details) return 0;
  const { order, fills } = details;
  const awaited = order.restDueAt === null ? undefined : fills.find(({ status }) => status === 'awaiting-rest');
  return awaited?.at ?? order.createdAt;
}

/** Tells why the rest could not be posted, with the ways to get what is missing. */
function RestNotes({ rest: { isUnsettled, error } }: { rest: ReturnType<typeof useRestFlow> }) {
  const refusal = useRabRefusal();
  if (isUnsettled) return <Unsettled of="record" />;
  if (error === null) return null;
  return (
    <div role="alert">
      <RiskLine tone="danger">{refusal(error, 'buy')}</RiskLine>
      {error.code === 'insufficient-funds' && <TopUp isBuying />}
    </div>
  );
}

function Steps({ details: { order, timeline } }: { details: Details }) {
  const { t } = useLingui();
  const locale = useLocale();
  const past = timeline.map(({ step, at, quantity }, index) => {
    const name = t(STEP_NAMES[step]);
    const amount = quantity === null ? null : `${limitText(quantity, locale)} RAB`;
    const text = amount === null ? name : `${name} · ${amount}`;
    return { key: `${index}`, isDone: true, isBad: BAD_STEPS.has(step), text, at };
  });
  const ahead = STEPS_AHEAD[order.status].map((step) => ({
    key: step,
    isDone: false,
    text: t(STEP_NAMES[step]),
    at: null,
  }));
  return (
    <Card title={t`What became of it`}>
      <Timeline events={[...past, ...ahead]} />
    </Card>
  );
}

interface FooterProps {
  order: RabOrder;
  /** A confirmation whose outcome nobody knows yet. */
  isUnsettled: boolean;
  onCancel: () => void;
  onPost: () => void;
}

/** Offers the actions that are possible now; renders nothing where the person can only wait. */
function Footer({ order, isUnsettled, onCancel, onPost }: FooterProps) {
  const { isOnline } = useConnection();
  const canCancel = order.status === 'pending-match';
  const canPost = order.restDue !== null;
  if (!canCancel && !canPost) return null;
  const isDisabled = !isOnline || isUnsettled;
  return (
    <div className={styles['footer']}>
      <div className={styles['buttons']}>
        {canCancel && (
          <Button variant="plain" disabled={isDisabled} onClick={onCancel}>
            <Trans>Cancel order</Trans>
          </Button>
        )}
        {canPost && (
          <Button disabled={isDisabled} onClick={onPost}>
            <Trans>Post the rest</Trans>
          </Button>
        )}
      </div>
      {!isOnline && <NeedsConnection />}
    </div>
  );
}
