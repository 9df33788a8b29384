import { Trans, useLingui } from '@lingui/react/macro';
import type { UsdtOffer } from '../../../../contract/calls/otc-usdt';
import { hrefTo, paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { Button } from '../../../components/Button';
import { plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { fiatText } from '../fiat';
import styles from './OfferRow.module.css';
import { TraderLine } from './TraderLine';

interface UsdtOfferRowProps {
  offer: UsdtOffer;
  /** Taking needs a connection and an open market. */
  isTakeable: boolean;
  onTake: (offer: UsdtOffer) => void;
  /** On the person's own page their name is said already. */
  hasTrader?: boolean;
}

/** An offer of the USDT market: who, price, how much, limits of one trade, banks, and the button that takes it. */
export function UsdtOfferRow({ offer, isTakeable, onTake, hasTrader = true }: UsdtOfferRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { side, trader, isMine, price, fiat, remaining, minFiat, maxFiat, banks, note } = offer;
  const action = side === 'sell' ? t`Buy` : t`Sell`;
  const each = `${plainAmount(price)} ${fiat}`;
  return (
    <div className={styles['row']}>
      {hasTrader && <TraderLine trader={trader} />}
      <div className={styles['body']}>
        <div className={styles['figures']}>
          <p className={styles['price']}>
            {fiatText(price, locale)}
            <span className={styles['unit']}>{fiat}/USDT</span>
          </p>
          <dl>
            <div className={styles['figure']}>
              <dt>
                <Trans>Quantity</Trans>
              </dt>
              <dd>
                <Amount value={remaining} asset="USDT" unit hideable={false} />
              </dd>
            </div>
            <div className={styles['figure']}>
              <dt>
                <Trans>Limits</Trans>
              </dt>
              <dd>
                {fiatText(minFiat, locale)} – {fiatText(maxFiat, locale)} {fiat}
              </dd>
            </div>
          </dl>
        </div>
        <div className={styles['act']}>
          {banks.length > 0 && (
            <p className={styles['tags']}>
              {banks.map((bank) => (
                <span key={bank} className={styles['tag']}>
                  {bank}
                </span>
              ))}
            </p>
          )}
          {isMine ? (
            <Button variant="plain" size="small" href={hrefTo(paths.otcOrder, { id: offer.id, market: 'offer' })}>
              <Trans>Your offer</Trans>
            </Button>
          ) : (
            <Button
              className={styles['button']}
              variant="soft"
              size="small"
              disabled={!isTakeable}
              aria-label={`${action}: ${trader.nickname}, ${each}`}
              onClick={() => onTake(offer)}
            >
              {action}
            </Button>
          )}
        </div>
      </div>
      {note !== null && <p className={styles['note']}>{note}</p>}
    </div>
  );
}
