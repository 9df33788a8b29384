import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { custodyOrders } from '../../../../contract/calls/custody';
import { rabBuyOrders, rabSellOrders } from '../../../../contract/calls/otc-rab';
import { usdtPurchases, usdtSales } from '../../../../contract/calls/otc-usdt';
import { SERVICE_ORDER_KINDS, type ServiceOrderKind } from '../../../../contract/calls/service';
import { deposits } from '../../../../contract/calls/wallet';
import { withdrawals } from '../../../../contract/calls/withdrawals';
import type { QueuedMessage } from '../../../bridge/messages';
import type { ListCallState } from '../../../bridge/types';
import { useListCall } from '../../../bridge/useListCall';
import { ListRow } from '../../../components/ListRow';
import { Sheet } from '../../../components/Sheet';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ORDER_NAMES } from '../topics';
import { OrderAmount } from './OrderAmount';

type AttachedOrder = NonNullable<QueuedMessage['order']>;

/** A record that can be picked, and when it was made, UTC ms. */
interface Candidate {
  order: AttachedOrder;
  at: number;
}

interface Picking {
  onPick: (order: AttachedOrder) => void;
}

/** Records of one's own to attach to a message: a kind, then one of its newest. */
export function OrderPicker({ open, onClose, onPick }: Picking & { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [kind, setKind] = useState<ServiceOrderKind | null>(null);
  const List = kind && LISTS[kind];
  return (
    <Sheet
      open={open}
      onClose={() => {
        setKind(null);
        onClose();
      }}
      title={kind ? i18n._(ORDER_NAMES[kind]) : t`Attach an order`}
    >
      {List ? (
        <List
          onPick={(order) => {
            setKind(null);
            onPick(order);
          }}
        />
      ) : (
        SERVICE_ORDER_KINDS.map((one) => (
          <ListRow key={one} title={i18n._(ORDER_NAMES[one])} onClick={() => setKind(one)} />
        ))
      )}
    </Sheet>
  );
}

const LISTS: Record<ServiceOrderKind, (props: Picking) => ReactNode> = {
  custody: CustodyList,
  withdrawal: WithdrawalList,
  deposit: DepositList,
  rab: RabList,
  usdt: UsdtList,
};

function CustodyList(props: Picking) {
  const list = useListCall(custodyOrders, {});
  const of = ({ id, placed, startsAt }: NonNullable<typeof list.items>[number]): Candidate => {
    return { order: { kind: 'custody', id, amount: placed, asset: 'USDT' }, at: startsAt };
  };
  return <Candidates {...props} reads={[list]} candidates={list.items?.map(of)} />;
}

function WithdrawalList(props: Picking) {
  const list = useListCall(withdrawals, {});
  const of = ({ id, amount, createdAt }: NonNullable<typeof list.items>[number]): Candidate => {
    return { order: { kind: 'withdrawal', id, amount, asset: 'USDT' }, at: createdAt };
  };
  return <Candidates {...props} reads={[list]} candidates={list.items?.map(of)} />;
}

function DepositList(props: Picking) {
  const list = useListCall(deposits, {});
  const of = ({ id, amount, seenAt }: NonNullable<typeof list.items>[number]): Candidate => {
    return { order: { kind: 'deposit', id, amount, asset: 'USDT' }, at: seenAt };
  };
  return <Candidates {...props} reads={[list]} candidates={list.items?.map(of)} />;
}

/** The rows of both lists, once both are there. */
function both<T>(one: readonly T[] | undefined, other: readonly T[] | undefined): readonly T[] | undefined {
  return one && other && [...one, ...other];
}

function RabList(props: Picking) {
  const [bought, sold] = [useListCall(rabBuyOrders, {}), useListCall(rabSellOrders, {})];
  const of = ({ id, quantity, createdAt }: NonNullable<typeof bought.items>[number]): Candidate => {
    return { order: { kind: 'rab', id, amount: quantity, asset: 'RAB' }, at: createdAt };
  };
  return <Candidates {...props} reads={[bought, sold]} candidates={both(bought.items, sold.items)?.map(of)} />;
}

function UsdtList(props: Picking) {
  const [bought, sold] = [useListCall(usdtPurchases, {}), useListCall(usdtSales, {})];
  // Offers are not records that anything has happened with.
  const of = (one: NonNullable<typeof bought.items>[number]): Candidate[] => {
    const { id, quantity, createdAt } = one;
    return one.kind === 'trade'
      ? [{ order: { kind: 'usdt', id, amount: quantity, asset: 'USDT' }, at: createdAt }]
      : [];
  };
  return <Candidates {...props} reads={[bought, sold]} candidates={both(bought.items, sold.items)?.flatMap(of)} />;
}

interface CandidatesProps extends Picking {
  reads: readonly [ListCallState<unknown>, ...ListCallState<unknown>[]];
  /** Undefined before they are known. */
  candidates: readonly Candidate[] | undefined;
}

function Candidates({ reads, candidates, onPick }: CandidatesProps) {
  const { i18n } = useLingui();
  const locale = useLocale();
  const read = reads.find(({ error }) => error) ?? reads[0];
  const newest = candidates?.toSorted((a, b) => b.at - a.at);
  return (
    <ReadArea
      read={read}
      hasData={newest !== undefined}
      skeleton="rows"
      count={3}
      empty={newest?.length === 0 ? <Trans>There is nothing of this kind.</Trans> : undefined}
    >
      {newest?.map(({ order, at }) => (
        <ListRow
          key={order.id}
          title={`${i18n._(ORDER_NAMES[order.kind])} #${order.id}`}
          subtitle={formatDateTime(at, { locale })}
          value={<OrderAmount order={order} />}
          onClick={() => onPick(order)}
        />
      ))}
    </ReadArea>
  );
}
