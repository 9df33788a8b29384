import { Trans, useLingui } from '@lingui/react/macro';
import { DIVIDEND_ASSET, type DividendShare } from '../../../../contract/calls/dividends';
import { Amount } from '../../../components/Amount';
import type { KeyValueRow } from '../../../components/KeyValue';
import { formatAmount, HIDDEN } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { useBalancesHidden } from '../../../theme/eye';
import { periodOf } from './dividend';
import styles from './AiDividend.module.css';

/** Shows the formula of a share with its figures, so that the person can work it out again. */
export function useShareRows(): (share: DividendShare) => KeyValueRow[] {
  const { t } = useLingui();
  const locale = useLocale();
  const isHidden = useBalancesHidden();
  const figure = (value: string) => formatAmount(value, { locale, asset: DIVIDEND_ASSET, precision: 'full' });
  return (share) => [
    { label: t`Days (UTC)`, value: <span className="rab-num">{periodOf(share, locale)}</span> },
    {
      label: t`Net fees of these days`,
      value: <Amount value={share.netFees} asset={DIVIDEND_ASSET} precision="full" unit hideable={false} />,
    },
    {
      label: t`Declared of them`,
      value: <Amount value={share.declared} asset={DIVIDEND_ASSET} precision="full" unit hideable={false} />,
    },
    {
      label: t`Your custody days`,
      value: <span className="rab-num">{isHidden ? HIDDEN : figure(share.custodyDays)}</span>,
    },
    { label: t`Custody days of all`, value: <span className="rab-num">{figure(share.totalCustodyDays)}</span> },
    {
      label: t`Formula`,
      value: (
        <span className={styles['formula']}>
          <Trans>declared × your custody days ÷ custody days of all</Trans>
          <small className={styles['note']}>
            <Trans>Rounded down; units that are left over go to the largest remainders.</Trans>
          </small>
        </span>
      ),
    },
  ];
}
