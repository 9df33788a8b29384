import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import { Button } from '../../../components/Button';
import type { KeyValueRow } from '../../../components/KeyValue';
import { ProgressBar } from '../../../components/ProgressBar';
import { Sheet } from '../../../components/Sheet';
import { StatusTag } from '../../../components/StatusTag';
import { useNow } from '../../../components/useCountdown';
import type { CustodyOrder } from '../../../../contract/calls/custody';
import { paths } from '../../../app/paths';
import { useConnection } from '../../../bridge/session';
import { formatRate } from '../../../format/amount';
import { formatDate, formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { NeedsConnection } from '../../../money/MoneyButton';
import { RecordDetails } from '../../records/RecordDetails';
import { isPartlyRedeemed, isUndoFree, phaseOf, progressOf, type OrderPhase } from '../order';
import styles from './OrderSheet.module.css';

const full = (value: string) => <Amount value={value} asset="USDT" precision="full" unit />;
/** The free-undo line looks at the clock once in this time. */
const CLOCK_MS = 30_000;

export interface OrderSheetProps {
  order: CustodyOrder | null;
  open: boolean;
  onClose: () => void;
  onRedeem: (order: CustodyOrder) => void;
  onAdd: (order: CustodyOrder) => void;
}

/** One order: where it stands, what redeeming now and waiting would pay, its figures and references. */
export function OrderSheet({ order, open, onClose, onRedeem, onAdd }: OrderSheetProps) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const isRunning = order !== null && phaseOf(order) === 'running';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Custody order`}
      footer={
        isRunning && (
          <div className={styles['footer']}>
            <div className={styles['buttons']}>
              <Button block variant="plain" disabled={!isOnline} onClick={() => onRedeem(order)}>
                <Trans>Redeem</Trans>
              </Button>
              <Button block disabled={!isOnline} onClick={() => onAdd(order)}>
                <Trans>Add</Trans>
              </Button>
            </div>
            {!isOnline && <NeedsConnection />}
          </div>
        )
      }
    >
      {order && <OrderBody order={order} onClose={onClose} />}
    </Sheet>
  );
}

function OrderBody({ order, onClose }: { order: CustodyOrder; onClose: () => void }) {
  const { t } = useLingui();
  const phase = phaseOf(order);
  return (
    <div className={styles['body']}>
      <div className={styles['head']}>
        <span className={styles['principal']}>{full(phase === 'running' ? order.principal : order.placed)}</span>
        <PhaseTag phase={phase} />
      </div>
      {phase === 'running' && (
        <>
          <ProgressBar value={progressOf(order)} label={t`Days of the term that have been paid`} />
          <Prospect order={order} />
        </>
      )}
      <Details order={order} onClose={onClose} />
    </div>
  );
}

function PhaseTag({ phase }: { phase: OrderPhase }) {
  if (phase === 'running') {
    return (
      <StatusTag kind="progress">
        <Trans>In progress</Trans>
      </StatusTag>
    );
  }
  return (
    <StatusTag kind="neutral">
      {phase === 'matured' ? <Trans>Expired · matured</Trans> : <Trans>Expired · redeemed early</Trans>}
    </StatusTag>
  );
}

/** "Redeem now = X, on date D = Y": both from the server, to the last digit (docs/rules.md §5). */
export function Prospect({ order }: { order: CustodyOrder }) {
  const locale = useLocale();
  const nowMs = useNow(CLOCK_MS);
  return (
    <dl className={styles['prospect']}>
      <div className={styles['choice']}>
        <dt>
          <Trans>Redeem now</Trans>
        </dt>
        <dd className={styles['figure']}>{full(order.redeemNow.received)}</dd>
        <dd className={styles['remark']}>
          {isUndoFree(order, nowMs) ? (
            <Trans>free of charge until {formatDateTime(order.freeUndoUntil, { locale })}</Trans>
          ) : (
            <Trans>after a fee of {full(order.redeemNow.fee)}</Trans>
          )}
        </dd>
      </div>
      <div className={styles['choice']}>
        <dt>
          <Trans>On {formatDate(order.endsAt, { locale })}</Trans>
        </dt>
        <dd className={styles['figure']}>{full(order.principal)}</dd>
        <dd className={styles['remark']}>
          <Trans>plus interest to come (fixed) {full(order.interestToCome)}, paid daily</Trans>
        </dd>
      </div>
    </dl>
  );
}

function Details({ order, onClose }: { order: CustodyOrder; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const isRunning = phaseOf(order) === 'running';
  const time = (ms: number) => <span className="rab-num">{formatDateTime(ms, { locale })}</span>;
  const rows: KeyValueRow[] = [
    {
      label: t`Plan`,
      value: (
        <span>
          <Plural value={order.days} one="# day" other="# days" /> ·{' '}
          <Trans>{formatRate(order.dailyRate, locale)} a day (fixed)</Trans>
        </span>
      ),
    },
    ...(isRunning && !isPartlyRedeemed(order) ? [] : [{ label: t`Placed`, value: full(order.placed) }]),
    { label: t`Interest paid`, value: full(order.interestPaid) },
    ...(isRunning
      ? [{ label: t`Interest given up by redeeming now`, value: full(order.redeemNow.interestForgone) }]
      : []),
    { label: t`Started`, value: time(order.startsAt) },
    { label: isRunning ? t`Ends` : t`End of its term`, value: time(order.endsAt) },
  ];
  const copies = [
    { label: t`Order`, text: order.id },
    ...(order.addedToId === null ? [] : [{ label: t`Added to order`, text: order.addedToId }]),
  ];
  return (
    <RecordDetails
      rows={rows}
      copies={copies}
      link={{ label: t`Changes of this order`, path: paths.custodyChanges, query: { id: order.id } }}
      onClose={onClose}
    />
  );
}
