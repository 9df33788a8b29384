import { useNavigation } from '../../../app/navigation';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { MoneyConfirm } from '../../../money/MoneyConfirm';
import type { MethodFlow } from './useMethodFlow';

/** The sheet before a withdrawal method is added; once it is, the form's page ends with it. */
export function MethodConfirm<V>({ flow }: { flow: MethodFlow<V> }) {
  const { back } = useNavigation();
  return <MoneyConfirm flow={flow} onForgot={flow.keep} onEnd={() => afterSheetClosed(back)} />;
}
