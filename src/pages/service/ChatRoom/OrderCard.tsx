import { useLingui } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import type { QueuedMessage } from '../../../bridge/messages';
import styles from '../../chat/Chat.module.css';
import { ORDER_NAMES, orderHref } from '../topics';
import { OrderAmount } from './OrderAmount';

type AttachedOrder = NonNullable<QueuedMessage['order']>;

/** A record that a message takes along; a tap opens it. */
export function OrderCard({ order }: { order: AttachedOrder }) {
  const { i18n } = useLingui();
  return (
    <a className={styles['card']} href={orderHref(order)}>
      <FileText size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>
        {i18n._(ORDER_NAMES[order.kind])} · <OrderAmount order={order} />
        <small>#{order.id}</small>
      </span>
    </a>
  );
}
