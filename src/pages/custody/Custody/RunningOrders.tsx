import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { SectionTitle } from '../../../components/SectionTitle';
import type { CustodyOrder } from '../../../../contract/calls/custody';
import { hrefTo, paths } from '../../../app/paths';
import type { ListCallState } from '../../../bridge/types';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { OrderRow } from '../OrderRow';
import { ORDERS_SHOWN } from './useCustody';

export interface RunningOrdersProps {
  running: ListCallState<CustodyOrder>;
  onOpen: (order: CustodyOrder) => void;
  onPlace: () => void;
}

/** The running orders, newest first. */
export function RunningOrders({ running, onOpen, onPlace }: RunningOrdersProps) {
  const { t } = useLingui();
  const orders = running.items?.slice(0, ORDERS_SHOWN) ?? [];
  const empty = (
    <EmptyState
      hint={t`Your orders appear here once they are placed.`}
      action={{ label: t`Place order`, onClick: onPlace }}
    />
  );
  return (
    <section>
      <SectionTitle
        title={<Trans>Running orders</Trans>}
        note={<ReadStamp read={running} />}
        action={{ label: <Trans>All</Trans>, href: hrefTo(paths.custodyOrders) }}
      />
      <Card padded={false}>
        <ReadArea
          read={running}
          hasData={running.items !== undefined}
          skeleton="rows"
          empty={orders.length === 0 ? empty : undefined}
        >
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} onOpen={onOpen} />
          ))}
        </ReadArea>
      </Card>
    </section>
  );
}
