import { Trans, useLingui } from '@lingui/react/macro';
import { userInfo } from '../../../../contract/calls/profile';
import { useCall } from '../../../bridge/useCall';
import { Sheet } from '../../../components/Sheet';
import { MoneyButton } from '../../../money/MoneyButton';
import { ReadArea } from '../../read/ReadArea';
import { Unsettled } from '../parts/Unsettled';
import styles from '../parts/sheets.module.css';
import { LackingButton, LackingNote } from '../usdt/Conditions';
import { RabOrderConfirm } from './RabOrderConfirm';
import { RabOrderFields } from './RabOrderFields';
import type { OrderTarget } from './target';
import { useRabOrderFlow } from './useRabOrderFlow';
import { useRabOrderForm } from './useRabOrderForm';

interface RabOrderSheetProps {
  open: boolean;
  target: OrderTarget;
  onClose: () => void;
  /** Another screen takes over: open this sheet again afterwards. */
  onLeave: () => void;
}

/** An order of the RAB market from the form to the confirmation (docs/rules.md §8). */
export function RabOrderSheet({ open, target, onClose, onLeave }: RabOrderSheetProps) {
  const { t } = useLingui();
  const form = useRabOrderForm(target, open);
  const user = useCall(userInfo, {}).data;
  const lacking = user?.hasTradePassword === false ? 'trade-password' : null;
  const ordering = useRabOrderFlow({ onDone: form.clear, onForm: form.refuse, onElsewhere: onLeave });
  const { flow, isUnsettled } = ordering;
  const { lot, side, input, live, market } = form;
  const { quote } = live;
  return (
    <>
      <Sheet
        open={open && flow.view === null}
        onClose={onClose}
        title={lot === null ? t`Place an order` : side === 'buy' ? t`Buy RAB` : t`Sell RAB`}
        footer={
          lacking !== null ? (
            <LackingButton lacking={lacking} onLeave={onLeave} />
          ) : (
            <MoneyButton
              disabled={quote === null || isUnsettled}
              loading={live.isAsking}
              onClick={() => input && quote && flow.start({ input, quote })}
            >
              <Trans>Next: trade password</Trans>
            </MoneyButton>
          )
        }
      >
        <div className={styles['form']}>
          <LackingNote lacking={lacking} />
          {isUnsettled && <Unsettled />}
          <ReadArea read={form.info} hasData={market !== undefined} skeleton="card" count={2}>
            <RabOrderFields form={form} onLeave={onLeave} />
          </ReadArea>
        </div>
      </Sheet>
      {market && <RabOrderConfirm ordering={ordering} restMs={market.restMs} onClose={onClose} />}
    </>
  );
}
