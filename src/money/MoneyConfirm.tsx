import { useNavigation } from '../app/navigation';
import { paths } from '../app/paths';
import { CheckingText } from './CheckingText';
import { ConfirmSheet } from './ConfirmSheet';
import type { MoneyFlow } from './useMoneyFlow';

interface MoneyConfirmProps<V> {
  flow: MoneyFlow<V>;
  /** False while the flow's form is closed. */
  open?: boolean;
  /** Closes the form behind it as well, once there is a result. */
  onEnd?: () => void;
  /** Keeps the typed values before the person goes to replace a forgotten password. */
  onForgot?: () => void;
}

/** The confirmation that a flow declares: terms, trade password, result. A forgotten password leads to its replacement. */
export function MoneyConfirm<V>({ flow, open = true, onEnd, onForgot }: MoneyConfirmProps<V>) {
  const { open: openPage } = useNavigation();
  if (flow.shown === null) return null;
  const { term, risk, ...terms } = flow.terms(flow.shown);
  return (
    <ConfirmSheet
      {...terms}
      open={open && flow.view !== null}
      onClose={() => {
        if (flow.isDone) onEnd?.();
        flow.cancel();
      }}
      risk={flow.isChecking ? { tone: 'info', text: <CheckingText /> } : risk}
      onConfirm={flow.confirm}
      onForgot={() => {
        onForgot?.();
        openPage(paths.changeTradePassword);
      }}
      quote={term && { ...term, onRequote: () => void flow.requote(), busy: flow.isAsking }}
    />
  );
}
