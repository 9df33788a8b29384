import { useLingui } from '@lingui/react/macro';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { useConnection } from '../../../bridge/session';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import type { TradeSheet } from './sheets';
import type { TradeClock } from './useTradeClock';

interface ProblemCardProps {
  trade: UsdtTrade;
  clock: TradeClock;
  onOpen: (sheet: TradeSheet) => void;
}

/** Offers ways out of a paid trade that goes wrong: cancel by consent, or a dispute. */
export function ProblemCard({ trade, clock, onOpen }: ProblemCardProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { isOnline } = useConnection();
  if (trade.state !== 'paid') return null;
  const { mine, theirs } = trade.cancelAgreed;
  const { disputeIn } = clock;
  const wait = formatCountdown(disputeIn ?? 0, locale);
  const offline = t`This needs a connection`;
  return (
    <Card title={t`Something is wrong?`} padded={false}>
      <ListRow
        title={mine ? t`Take your consent to cancel back` : t`Agree to cancel`}
        subtitle={
          !isOnline
            ? offline
            : mine
              ? t`Waiting for the other side to agree`
              : theirs
                ? t`The other side has agreed already`
                : t`Only when both sides agree`
        }
        onClick={isOnline ? () => onOpen('cancel') : undefined}
      />
      {disputeIn !== null && (
        <ListRow
          title={t`Open a dispute`}
          subtitle={!isOnline ? offline : disputeIn > 0 ? t`Possible in ${wait}` : t`The platform decides`}
          onClick={isOnline && disputeIn === 0 ? () => onOpen('dispute') : undefined}
        />
      )}
    </Card>
  );
}
