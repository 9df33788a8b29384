import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Amount } from '../../../components/Amount';
import { AssetMark } from '../../../components/AssetMark';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { Sheet } from '../../../components/Sheet';
import { useLocale } from '../../../i18n/useLocale';
import { hrefTo, paths } from '../../../app/paths';
import { useLast } from '../../read/useLast';
import { BalanceDetails, priceText, type AssetsAnswer, type Balance } from '../BalanceDetails';
import styles from './CashCard.module.css';

/** The cash account: every asset in full precision, the held part, and the value. A row opens its details. */
export function CashCard({ answer, stamp }: { answer: AssetsAnswer; stamp: ReactNode }) {
  const { t } = useLingui();
  const locale = useLocale();
  const [open, setOpen] = useState<Balance | null>(null);
  const shown = useLast(open);
  const { guidePrice } = answer;
  return (
    <Card
      padded={false}
      title={t`Cash account`}
      aside={
        stamp ?? (
          <a className={styles['link']} href={hrefTo(paths.cashStatement)}>
            <Trans>Statement</Trans>
            <ChevronRight size={16} aria-hidden="true" />
          </a>
        )
      }
    >
      {answer.cash.map((balance) => (
        <ListRow
          key={balance.asset}
          leading={<AssetMark asset={balance.asset} />}
          title={balance.asset}
          subtitle={
            balance.asset === 'RAB' ? (
              <Trans>Guide price {priceText(guidePrice.price, locale)}</Trans>
            ) : (
              <Trans>
                Held <Amount value={balance.held} asset={balance.asset} precision="full" />
              </Trans>
            )
          }
          value={<Amount value={balance.total} asset={balance.asset} precision="full" />}
          note={<Amount value={balance.valueUsdt} asset="USDT" estimate />}
          onClick={() => setOpen(balance)}
        />
      ))}
      <Sheet open={open !== null} onClose={() => setOpen(null)} title={shown?.asset ?? ''}>
        {shown && (
          <div className={styles['details']}>
            <BalanceDetails balance={shown} guidePrice={guidePrice} />
          </div>
        )}
      </Sheet>
    </Card>
  );
}
