import { useLingui } from '@lingui/react/macro';
import { SLIP_ASSET } from '../../../../contract/calls/slips';
import { Amount } from '../../../components/Amount';
import { Sheet } from '../../../components/Sheet';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLast } from '../../read/useLast';
import { RecordDetails } from '../RecordDetails';
import { PricePath } from './PricePath';
import { decimalsOf, DIRECTION_NAMES, figure, type Slip } from './slip';

/** One delivery slip: its price path, every figure of the desk's, and the number to quote. */
export function SlipSheet({ slip, onClose }: { slip: Slip | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useLast(slip);
  return (
    <Sheet open={slip !== null} onClose={onClose} title={shown?.product ?? t`Settlement slip`}>
      {shown && (
        <>
          <PricePath key={shown.id} slip={shown} />
          <Figures slip={shown} onClose={onClose} />
        </>
      )}
    </Sheet>
  );
}

function Figures({ slip, onClose }: { slip: Slip; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { profit, margin, direction, lots, spread, leverage, openPrice, closePrice, high, low } = slip;
  const decimals = decimalsOf([openPrice, closePrice, high ?? '0', low ?? '0']);
  const number = (text: string) => <span className="rab-num">{text}</span>;
  const price = (value: string) => number(figure(value, locale, decimals));
  const moment = (ms: number) => number(formatDateTime(ms, { locale }));
  return (
    <RecordDetails
      rows={[
        {
          label: t`Profit and loss`,
          value: <Amount value={profit} asset={SLIP_ASSET} precision="full" change unit />,
          strong: true,
        },
        { label: t`Trade direction`, value: t(DIRECTION_NAMES[direction]) },
        { label: t`Lots`, value: number(figure(lots, locale)) },
        { label: t`Leverage`, value: number(`${figure(leverage, locale)} : 1`) },
        { label: t`Margin`, value: <Amount value={margin} asset={SLIP_ASSET} precision="full" unit /> },
        { label: t`Spread`, value: number(figure(spread, locale)) },
        { label: t`Open price`, value: price(openPrice) },
        { label: t`Open time`, value: moment(slip.openedAt) },
        { label: t`Close price`, value: price(closePrice) },
        { label: t`Close time`, value: moment(slip.closedAt) },
        ...(high === null ? [] : [{ label: t`Price high`, value: price(high) }]),
        ...(low === null ? [] : [{ label: t`Price low`, value: price(low) }]),
      ]}
      copies={[{ label: t`Trade order number`, text: slip.tradeNumber }]}
      onClose={onClose}
    />
  );
}
