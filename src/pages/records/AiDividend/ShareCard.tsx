import { Trans, useLingui } from '@lingui/react/macro';
import {
  claimDividend,
  DIVIDEND_ASSET,
  type DividendShare,
  type dividendInfo,
} from '../../../../contract/calls/dividends';
import type { OutputOf } from '../../../../contract/call';
import type { CallState } from '../../../bridge/types';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import { toast } from '../../../components/toast';
import { formatAmountUnit } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import { MoneyButton } from '../../../money/MoneyButton';
import { Unsettled } from '../../../money/Unsettled';
import { useMoneyAction } from '../../../money/useMoneyAction';
import { useDeadline } from '../../read/useDeadline';
import styles from './AiDividend.module.css';
import { periodOf } from './dividend';
import { useShareRows } from './useShareRows';

interface ShareCardProps {
  share: DividendShare;
  read: CallState<OutputOf<typeof dividendInfo>>;
  /** Of several shares only the first one's button is filled. */
  isFirst: boolean;
}

/** A share that can be claimed: its sum, how it came about, the time that is left, and the claim. */
export function ShareCard({ share, read, isFirst }: ShareCardProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const shareRows = useShareRows();
  const { id, amount, createdAt, expiresAt } = share;
  const { secondsLeft } = useDeadline(read, expiresAt, createdAt);
  const refresh = () => void read.refresh();
  const sum = formatAmountUnit(amount, { locale, asset: DIVIDEND_ASSET, precision: 'full' });
  const action = useMoneyAction(claimDividend, {
    onDone: () => {
      toast.show(t`Credited to your main account: ${sum}`, { kind: 'success' });
      refresh();
    },
    onStale: refresh,
  });
  const left = formatCountdown(secondsLeft ?? 0, locale);
  const until = formatDateTime(expiresAt, { locale });
  return (
    <Card title={periodOf(share, locale)}>
      <div className={styles['share']}>
        <KeyValue
          rows={[
            {
              label: t`Your share`,
              value: <Amount value={amount} asset={DIVIDEND_ASSET} precision="full" unit />,
              strong: true,
            },
            ...shareRows(share).slice(1),
          ]}
        />
        {action.isUnsettled && <Unsettled of="record" />}
        {action.error !== null && <RiskLine tone="warning">{action.error}</RiskLine>}
        <MoneyButton
          variant={isFirst ? 'primary' : 'soft'}
          loading={action.isRunning}
          disabled={action.isUnsettled || secondsLeft === 0}
          onClick={() => void action.run({ id })}
        >
          <Trans>Claim {sum}</Trans>
        </MoneyButton>
        <p className={styles['left']}>
          <Trans>
            Time left: <time className="rab-num">{left}</time>, until {until}
          </Trans>
        </p>
      </div>
    </Card>
  );
}
