import { useLingui } from '@lingui/react/macro';
import type { PageOutputOf } from '../../../contract/call';
import type { assets } from '../../../contract/calls/profile';
import { Amount } from '../../components/Amount';
import { KeyValue } from '../../components/KeyValue';
import { formatAmount } from '../../format/amount';
import { formatDateTime } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';

export type AssetsAnswer = PageOutputOf<typeof assets>;
export type Balance = AssetsAnswer['cash'][number];
type GuidePrice = AssetsAnswer['guidePrice'];

/** The guide price is shown with this many decimals. */
const PRICE_DECIMALS = 4;

/** A price with at least four decimals and no more than it has. */
export function priceText(price: string, locale: Parameters<typeof formatAmount>[1]['locale']): string {
  return formatAmount(price.replace(/(\.\d{4}\d*?)0+$/, '$1'), {
    locale,
    asset: 'USDT',
    precision: 'full',
    decimals: PRICE_DECIMALS,
  });
}

/** Explains a balance: the available and the held amount, the value, and the source of its price. */
export function BalanceDetails({ balance, guidePrice }: { balance: Balance; guidePrice: GuidePrice }) {
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
  return <KeyValue rows={rows} />;
}
