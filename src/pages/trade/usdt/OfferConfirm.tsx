import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { ConfirmSheet } from '../../../components/ConfirmSheet';
import type { KeyValueRow } from '../../../components/KeyValue';
import { CheckingText } from '../../../money/CheckingText';
import { useLast } from '../../read/useLast';
import { Fiat } from '../parts/Fiat';
import { useQuoteRows } from './useQuoteRows';
import type { useOfferFlow } from './useOfferFlow';

interface OfferConfirmProps {
  offering: ReturnType<typeof useOfferFlow>;
  /** Ends the sheet behind it as well, once there is a result. */
  onClose: () => void;
}

/** The confirmation of an order of the USDT market: what one gets, what it costs, the risk, the trade password. */
export function OfferConfirm({ offering: { flow, isChecking }, onClose }: OfferConfirmProps) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const quoteRows = useQuoteRows();
  const shown = useLast(flow.view);
  if (!shown) return null;
  const { input, quote } = shown;
  const isBuying = input.side === 'buy';
  const isPlacing = input.order.kind === 'place';
  const rows: KeyValueRow[] = [
    ...(isBuying
      ? []
      : [
          {
            label: t`You receive`,
            value: <Fiat value={quote.received} fiat={quote.fiat} />,
            strong: true,
          },
        ]),
    ...quoteRows(quote, { isPlacing }),
    {
      label: t`Backing out`,
      value: isPlacing ? t`free, as long as nobody has taken it` : isBuying ? t`until you have paid` : t`not possible`,
    },
  ];
  return (
    <ConfirmSheet
      open={flow.view !== null}
      onClose={() => (flow.isDone ? onClose() : flow.cancel())}
      title={isPlacing ? t`Confirm the offer` : isBuying ? t`Confirm buying` : t`Confirm selling`}
      hero={isBuying ? { label: t`You receive`, amount: quote.received, asset: 'USDT' } : undefined}
      rows={rows}
      risk={
        isChecking
          ? { tone: 'info', text: <CheckingText /> }
          : { tone: 'warning', text: <UsdtRisk side={input.side} isPlacing={isPlacing} /> }
      }
      confirmLabel={isPlacing ? t`Publish` : isBuying ? t`Buy` : t`Sell`}
      onConfirm={flow.confirm}
      onForgot={() => open(paths.changeTradePassword)}
    />
  );
}

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
export function UsdtRisk({ side, isPlacing }: { side: OtcSide; isPlacing: boolean }): ReactNode {
  if (isPlacing) {
    return side === 'buy' ? (
      <Trans>Whoever takes it locks USDT and waits for your money: not paying in time counts against you.</Trans>
    ) : (
      <Trans>
        Your USDT are set aside until the offer is taken or taken back. Confirm a payment only when it is there.
      </Trans>
    );
  }
  return side === 'buy' ? (
    <Trans>Pay only to the cards that the order shows, in your own name. Not paying in time counts against you.</Trans>
  ) : (
    <Trans>Your USDT are locked at once. You cannot cancel; confirm the payment only when it is in your account.</Trans>
  );
}
