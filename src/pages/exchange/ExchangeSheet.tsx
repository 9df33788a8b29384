import { useLingui } from '@lingui/react/macro';
import type { ExchangeRecord } from '../../../contract/calls/wallet';
import { Amount } from '../../components/Amount';
import { Sheet } from '../../components/Sheet';
import { formatDateTime } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import { useLast } from '../read/useLast';
import { RecordDetails } from '../records/RecordDetails';
import { usePriceRows } from './PriceRows';

/** One exchange in full: both amounts, how its rate came about, what identifies it. */
export function ExchangeSheet({ exchange, onClose }: { exchange: ExchangeRecord | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useLast(exchange);
  return (
    <Sheet open={exchange !== null} onClose={onClose} title={t`Exchange`}>
      {shown && <Body exchange={shown} onClose={onClose} />}
    </Sheet>
  );
}

function Body({ exchange, onClose }: { exchange: ExchangeRecord; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const priceRows = usePriceRows();
  const { id, from, to, given, received, createdAt, journalId } = exchange;
  return (
    <RecordDetails
      rows={[
        { label: t`Given`, value: <Amount value={given} asset={from} precision="full" unit /> },
        { label: t`Received`, value: <Amount value={received} asset={to} precision="full" unit />, strong: true },
        ...priceRows(exchange),
        { label: t`Time`, value: <span className="rab-num">{formatDateTime(createdAt, { locale })}</span> },
      ]}
      copies={[
        { label: t`Reference`, text: id },
        { label: t`Journal`, text: journalId },
      ]}
      onClose={onClose}
    />
  );
}
