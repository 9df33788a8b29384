import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Amount } from '../../../components/Amount';
import { AssetMark } from '../../../components/AssetMark';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { ListRow } from '../../../components/ListRow';
import { Sheet } from '../../../components/Sheet';
import type { assets } from '../../../../contract/calls/profile';
import type { PageOutputOf } from '../../../../contract/call';
import { formatAmount } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { hrefTo, paths } from '../../../app/paths';
import { useLast } from '../../read/useLast';
import styles from './CashCard.module.css';

export type AssetsAnswer = PageOutputOf<typeof assets>;
type Balance = AssetsAnswer['cash'][number];
type GuidePrice = AssetsAnswer['guidePrice'];

/** How many decimals the guide price is shown with. */
const PRICE_DECIMALS = 4;

/** A price with at least four decimals and no more than it has. */
function priceText(price: string, locale: Parameters<typeof formatAmount>[1]['locale']): string {
  return formatAmount(price.replace(/(\.\d{4}\d*?)0+$/, '$1'), {
    locale,
    asset: 'USDT',
    precision: 'full',
    decimals: PRICE_DECIMALS,
  });
}

/** The cash account: every asset in full precision, what is held of it, what it is worth. A row opens its details. */
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
        {shown && <BalanceDetails balance={shown} guidePrice={guidePrice} />}
      </Sheet>
    </Card>
  );
}

/** What stands behind one row: available and held, the value, and where its price comes from. */
function BalanceDetails({ balance, guidePrice }: { balance: Balance; guidePrice: GuidePrice }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { asset } = balance;
  const full = (value: string) => <Amount value={value} asset={asset} precision="full" unit />;
  const rows = [
    { label: t`Available`, value: full(balance.available) },
    { label: t`Held`, value: full(balance.held) },
    { label: t`Total`, value: full(balance.total), strong: true },
    {
      label: t`Value`,
      value: <Amount value={balance.valueUsdt} asset="USDT" precision="full" unit estimate={asset !== 'USDT'} />,
    },
  ];
  if (asset === 'RAB') {
    rows.push(
      { label: t`Guide price`, value: <span className="rab-num">{priceText(guidePrice.price, locale)} USDT</span> },
      {
        label: t`Price source`,
        value: (
          <span>
            {guidePrice.source === 'trades'
              ? t`Volume-weighted median of the last 24 h of trades`
              : t`Operator's reference price`}
          </span>
        ),
      },
      { label: t`Price as of`, value: <span className="rab-num">{formatDateTime(guidePrice.asOf, { locale })}</span> },
    );
  }
  return (
    <div className={styles['details']}>
      <KeyValue rows={rows} />
    </div>
  );
}
