import { Trans, useLingui } from '@lingui/react/macro';
import type { RabLot } from '../../../../contract/calls/otc';
import { hrefTo, paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { Button } from '../../../components/Button';
import { formatAmount, formatPercent, formatRate, plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import styles from '../parts/OfferRow.module.css';
import { TraderLine } from '../parts/TraderLine';
import { againstGuide, limitsOf } from './lot';

interface RabLotRowProps {
  lot: RabLot;
  /** USDT per RAB; undefined until it is known. */
  guidePrice: string | undefined;
  /** Taking needs a connection and an open market. */
  isTakeable: boolean;
  onTake: (lot: RabLot) => void;
  /** On the person's own page their name is said already. */
  hasTrader?: boolean;
}

/** An order of the RAB market: who, price and how far from the guide price, how much, limits, and the button that takes it. */
export function RabLotRow({ lot, guidePrice, isTakeable, onTake, hasTrader = true }: RabLotRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { id, side, trader, isMine, price, remaining, canSplit, depositRate } = lot;
  const action = side === 'sell' ? t`Buy` : t`Sell`;
  const distance = guidePrice === undefined ? null : formatPercent(againstGuide(price, guidePrice), locale);
  const [smallest, largest] = limitsOf(lot).map((amount) =>
    formatAmount(amount, { asset: 'USDT', locale, precision: 'overview' }),
  );
  const deposit = formatRate(depositRate, locale);
  const each = `${plainAmount(price)} USDT`;
  return (
    <div className={styles['row']}>
      {hasTrader && <TraderLine trader={trader} />}
      <div className={styles['body']}>
        <div className={styles['figures']}>
          <p className={styles['price']}>
            {formatAmount(plainAmount(price), { asset: 'USDT', locale, precision: 'full', decimals: 4 })}
            <span className={styles['unit']}>
              {distance === null ? 'USDT/RAB' : <Trans>{distance} to guide price</Trans>}
            </span>
          </p>
          <dl>
            <div className={styles['figure']}>
              <dt>
                <Trans>Quantity</Trans>
              </dt>
              <dd>
                <Amount value={remaining} asset="RAB" unit hideable={false} />
              </dd>
            </div>
            <div className={styles['figure']}>
              <dt>
                <Trans>Limits</Trans>
              </dt>
              <dd>
                {smallest} – {largest} USDT
              </dd>
            </div>
          </dl>
        </div>
        <div className={styles['act']}>
          <p className={styles['tags']}>
            <span className={styles['tag']}>
              {canSplit ? <Trans>Can be split</Trans> : <Trans>Cannot be split</Trans>}
            </span>
            <span className={styles['tag']}>
              <Trans>Deposit {deposit}</Trans>
            </span>
          </p>
          {isMine ? (
            <Button variant="plain" size="small" href={hrefTo(paths.otcOrder, { id, market: 'rab' })}>
              <Trans>Your order</Trans>
            </Button>
          ) : (
            <Button
              className={styles['button']}
              variant="soft"
              size="small"
              disabled={!isTakeable}
              aria-label={`${action}: ${trader.nickname}, ${each}`}
              onClick={() => onTake(lot)}
            >
              {action}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
