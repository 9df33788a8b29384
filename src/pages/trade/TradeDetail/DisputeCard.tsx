import { useLingui } from '@lingui/react/macro';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { Card } from '../../../components/Card';
import { RiskLine } from '../../../components/RiskLine';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { TradeImage } from '../parts/TradeImage';
import styles from './TradeDetail.module.css';

/** Shows the statements of both sides in the dispute, and the ruling with its reason; renders nothing without a dispute. */
export function DisputeCard({ trade: { id, dispute } }: { trade: UsdtTrade }) {
  const { t } = useLingui();
  const locale = useLocale();
  if (dispute === null) return null;
  const { ruling, evidence } = dispute;
  return (
    <Card title={t`Dispute`}>
      {ruling !== null && (
        <>
          <RiskLine tone="info">
            {ruling.outcome === 'buyer' ? t`Ruled for the buyer` : t`Ruled for the seller`} ·{' '}
            <span className="rab-num">{formatDateTime(ruling.at, { locale })}</span>
          </RiskLine>
          <p className={styles['ruling']}>{ruling.reason}</p>
        </>
      )}
      {evidence.map(({ by, text, images, at }, index) => (
        <div key={`${at} ${index}`} className={styles['evidence']}>
          <p className={styles['who']}>
            <span>{by === 'me' ? t`You` : t`The other side`}</span>
            <span>{formatDateTime(at, { locale })}</span>
          </p>
          <p className={styles['text']}>{text}</p>
          {images.length > 0 && (
            <div className={styles['images']}>
              {images.map((image, position) => {
                const number = position + 1;
                return <TradeImage key={image} tradeId={id} id={image} label={t`Image ${number}`} />;
              })}
            </div>
          )}
        </div>
      ))}
    </Card>
  );
}
