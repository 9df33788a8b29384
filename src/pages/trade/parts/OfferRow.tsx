import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OtcSide, Trader } from '../../../../contract/calls/otc-market';
import { Button } from '../../../components/Button';
import { Amount } from '../../../components/Amount';
import type { AssetCode } from '../../../../contract/money';
import styles from './OfferRow.module.css';
import { TraderLine } from './TraderLine';

export interface OfferRowProps {
  /** The side of the trader who made the offer. */
  side: OtcSide;
  trader: Trader;
  /** On the person's own page their name is said already. */
  hasTrader: boolean;
  price: string;
  /** Beside the price: its unit, or how it compares. */
  priceNote: ReactNode;
  remaining: string;
  asset: AssetCode;
  /** Of one trade: from, to, unit. */
  limits: string;
  tags: readonly string[];
  note?: string | null;
  /** One's own offer is a link to it. */
  own: { label: ReactNode; href: string } | null;
  /** The price with its unit, for the button's name. */
  each: string;
  /** Taking needs a connection and an open market. */
  isTakeable: boolean;
  onTake: () => void;
}

/** An offer of either market: who, price, how much, limits of one trade, tags, and the button that takes it. */
export function OfferRow(props: OfferRowProps) {
  const { trader, hasTrader, price, priceNote, remaining, asset, limits, tags, note = null } = props;
  return (
    <div className={styles['row']}>
      {hasTrader && <TraderLine trader={trader} />}
      <div className={styles['body']}>
        <div className={styles['figures']}>
          <p className={styles['price']}>
            {price}
            <span className={styles['unit']}>{priceNote}</span>
          </p>
          <dl>
            <div className={styles['figure']}>
              <dt>
                <Trans>Quantity</Trans>
              </dt>
              <dd>
                <Amount value={remaining} asset={asset} unit hideable={false} />
              </dd>
            </div>
            <div className={styles['figure']}>
              <dt>
                <Trans>Limits</Trans>
              </dt>
              <dd>{limits}</dd>
            </div>
          </dl>
        </div>
        <div className={styles['act']}>
          {tags.length > 0 && (
            <p className={styles['tags']}>
              {tags.map((tag, index) => (
                <span key={index} className={styles['tag']}>
                  {tag}
                </span>
              ))}
            </p>
          )}
          <Act {...props} />
        </div>
      </div>
      {note !== null && <p className={styles['note']}>{note}</p>}
    </div>
  );
}

function Act({ side, trader, own, each, isTakeable, onTake }: OfferRowProps) {
  const { t } = useLingui();
  if (own) {
    return (
      <Button variant="plain" size="small" href={own.href}>
        {own.label}
      </Button>
    );
  }
  const action = side === 'sell' ? t`Buy` : t`Sell`;
  return (
    <Button
      className={styles['button']}
      variant="soft"
      size="small"
      disabled={!isTakeable}
      aria-label={`${action}: ${trader.nickname}, ${each}`}
      onClick={onTake}
    >
      {action}
    </Button>
  );
}
