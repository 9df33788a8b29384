import { useLingui } from '@lingui/react/macro';
import { INSURANCE_ASSET } from '../../../../contract/calls/insurance';
import { Amount } from '../../../components/Amount';
import { Sheet } from '../../../components/Sheet';
import { formatCount } from '../../../format/amount';
import { formatDate, formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLast } from '../../read/useLast';
import { RecordDetails } from '../RecordDetails';
import { isPayout, SOURCE_NAMES, TARGET_NAMES, type Inflow, type Movement, type Payout } from './movements';

/** One payout with its reason, or what came in on one day by source. */
export function MovementSheet({ movement, onClose }: { movement: Movement | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useLast(movement);
  return (
    <Sheet open={movement !== null} onClose={onClose} title={shown && isPayout(shown) ? t`Payout` : t`Inflow`}>
      {shown &&
        (isPayout(shown) ? (
          <PayoutBody payout={shown} onClose={onClose} />
        ) : (
          <InflowBody inflow={shown} onClose={onClose} />
        ))}
    </Sheet>
  );
}

function PayoutBody({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { amount, reason, to, createdAt, journalId } = payout;
  return (
    <RecordDetails
      rows={[
        {
          label: t`Amount`,
          value: <Amount value={amount} asset={INSURANCE_ASSET} precision="full" unit hideable={false} />,
          strong: true,
        },
        { label: t`Reason`, value: reason },
        { label: t`Recipient`, value: t(TARGET_NAMES[to]) },
        { label: t`Time`, value: <span className="rab-num">{formatDateTime(createdAt, { locale })}</span> },
      ]}
      copies={[{ label: t`Journal`, text: journalId }]}
      onClose={onClose}
    />
  );
}

function InflowBody({ inflow, onClose }: { inflow: Inflow; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { day, amount, sources } = inflow;
  return (
    <RecordDetails
      rows={[
        { label: t`Day (UTC)`, value: <span className="rab-num">{formatDate(day, { locale, timeZone: 'UTC' })}</span> },
        ...sources.map(({ source, amount: part, count }) => ({
          label: `${t(SOURCE_NAMES[source])} (${formatCount(count, locale)})`,
          value: <Amount value={part} asset={INSURANCE_ASSET} precision="full" unit hideable={false} />,
        })),
        {
          label: t`Total`,
          value: <Amount value={amount} asset={INSURANCE_ASSET} precision="full" unit hideable={false} />,
          strong: true,
        },
      ]}
      copies={[]}
      onClose={onClose}
    />
  );
}
