import { useLingui } from '@lingui/react/macro';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { ConfirmSheet } from '../../../components/ConfirmSheet';
import { CheckingText } from '../../../money/CheckingText';
import { useLast } from '../../read/useLast';
import { receivedAsset } from './arithmetic';
import { RabRisk, riskTone } from './RabRisk';
import type { useRabOrderFlow } from './useRabOrderFlow';
import { useRabQuoteRows } from './useRabQuoteRows';

interface RabOrderConfirmProps {
  ordering: ReturnType<typeof useRabOrderFlow>;
  restMs: number;
  /** Ends the sheet behind it as well, once there is a result. */
  onClose: () => void;
}

/** The confirmation of an order of the RAB market: what one gets, what it costs, the risk, the trade password. */
export function RabOrderConfirm({ ordering: { flow, isChecking }, restMs, onClose }: RabOrderConfirmProps) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const quoteRows = useRabQuoteRows();
  const shown = useLast(flow.view);
  if (!shown) return null;
  const { quote } = shown;
  const { side, worst } = quote;
  const isTaking = quote.mode === 'now';
  return (
    <ConfirmSheet
      open={flow.view !== null}
      onClose={() => (flow.isDone ? onClose() : flow.cancel())}
      title={side === 'buy' ? t`Confirm buying` : t`Confirm selling`}
      hero={{
        label: side === 'buy' ? t`You receive` : t`You receive at least`,
        amount: worst.received,
        asset: receivedAsset(side),
      }}
      rows={[
        ...quoteRows(quote),
        { label: t`Backing out`, value: isTaking ? t`not possible` : t`free, for what is not filled yet` },
      ]}
      risk={
        isChecking
          ? { tone: 'info', text: <CheckingText /> }
          : {
              tone: riskTone(isTaking),
              text: <RabRisk side={side} isTaking={isTaking} quote={quote} restMs={restMs} />,
            }
      }
      confirmLabel={side === 'buy' ? t`Buy` : t`Sell`}
      onConfirm={flow.confirm}
      onForgot={() => open(paths.changeTradePassword)}
    />
  );
}
