import { useLingui } from '@lingui/react/macro';
import { DIVIDEND_ASSET, type DividendShare } from '../../../../contract/calls/dividends';
import { Amount } from '../../../components/Amount';
import { Sheet } from '../../../components/Sheet';
import { StatusTag } from '../../../components/StatusTag';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLast } from '../../read/useLast';
import { RecordDetails } from '../RecordDetails';
import { STATUS_KINDS, STATUS_NAMES } from './dividend';
import { useShareRows } from './useShareRows';

/** One release in full: state, times, and how the share came about. */
export function ShareSheet({ share, onClose }: { share: DividendShare | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useLast(share);
  return (
    <Sheet open={share !== null} onClose={onClose} title={t`AI dividend`}>
      {shown && <Body share={shown} onClose={onClose} />}
    </Sheet>
  );
}

function Body({ share, onClose }: { share: DividendShare; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const shareRows = useShareRows();
  const { id, amount, status, createdAt, expiresAt, claimedAt, journalId } = share;
  const moment = (ms: number) => <span className="rab-num">{formatDateTime(ms, { locale })}</span>;
  return (
    <RecordDetails
      rows={[
        {
          label: t`Your share`,
          value: <Amount value={amount} asset={DIVIDEND_ASSET} precision="full" change={status === 'claimed'} unit />,
          strong: true,
        },
        { label: t`State`, value: <StatusTag kind={STATUS_KINDS[status]}>{t(STATUS_NAMES[status])}</StatusTag> },
        { label: t`Declared`, value: moment(createdAt) },
        claimedAt === null
          ? { label: t`To claim until`, value: moment(expiresAt) }
          : { label: t`Claimed`, value: moment(claimedAt) },
        ...shareRows(share),
      ]}
      copies={[
        { label: t`Reference`, text: id },
        ...(journalId === null ? [] : [{ label: t`Journal`, text: journalId }]),
      ]}
      onClose={onClose}
    />
  );
}
