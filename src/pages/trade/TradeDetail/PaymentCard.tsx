import { useLingui } from '@lingui/react/macro';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { Card } from '../../../components/Card';
import { TradeImage } from '../parts/TradeImage';
import { CopyRow } from './CopyRow';
import styles from './TradeDetail.module.css';

/** Shows the payment as the buyer told it; renders nothing before. */
export function PaymentCard({ trade: { id, reference, proofs } }: { trade: UsdtTrade }) {
  const { t } = useLingui();
  if (reference === null) return null;
  return (
    <Card title={t`Payment`}>
      <dl className={styles['rows']}>
        <CopyRow label={t`Payment reference`} value={reference} copy={reference} />
      </dl>
      <div className={styles['images']}>
        {proofs.map((proof, index) => {
          const number = index + 1;
          return <TradeImage key={proof} tradeId={id} id={proof} label={t`Proof ${number}`} />;
        })}
      </div>
    </Card>
  );
}
