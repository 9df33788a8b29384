import type { QueuedMessage } from '../../../bridge/messages';
import { Amount } from '../../../components/Amount';

/** The amount that a record is about. An asset that this version does not know is shown by its code. */
export function OrderAmount({ order: { amount, asset } }: { order: NonNullable<QueuedMessage['order']> }) {
  if (asset !== 'USDT' && asset !== 'RAB') return `${amount} ${asset}`;
  return <Amount value={amount} asset={asset} unit hideable={false} />;
}
