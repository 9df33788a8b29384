import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { CallError, ErrorCode } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import type { WriteResult } from '../../../bridge/types';
import type { ConfirmOutcome } from '../../../money/ConfirmSheet';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { triesOf } from '../../../errors/tries';
import { useErrorText } from '../../../errors/useErrorText';

/** The refusals that the sheet tells itself: at the password, or above it for another try. */
const AT_PASSWORD: readonly ErrorCode[] = [
  'wrong-trade-password',
  'trade-password-locked',
  'rate-limited',
  'offline',
  'network',
  'timeout',
  'http-status',
  'worker-lost',
  'unavailable',
  'clock-drift',
  'internal',
];

export interface MethodConfirmDeps<V> {
  send: (view: V, tradePassword: string, handles: readonly ErrorCode[]) => Promise<WriteResult<unknown>>;
  /** Refusals that stand in the form; the sheet closes for them. */
  inForm: readonly ErrorCode[];
  onForm: (error: CallError) => void;
  /** Keeps the typed values before another screen takes over. */
  onElsewhere: () => void;
  /** Called when the method is added: empties the form, or the app would ask before the person leaves it. */
  onAdded: () => void;
}

/** Adding a withdrawal method: the form's view, confirmed by the trade password (docs/rules.md §2). */
export function useMethodConfirm<V>({ send, inForm, onForm, onElsewhere, onAdded }: MethodConfirmDeps<V>) {
  const { t } = useLingui();
  const { back } = useNavigation();
  const errorText = useErrorText();
  const isAdded = useRef(false);
  const [view, setView] = useState<V | null>(null);
  const confirm = async (tradePassword: string): Promise<ConfirmOutcome> => {
    if (view === null) throw new Error('nothing is being confirmed');
    const result = await send(view, tradePassword, [...AT_PASSWORD, ...inForm]);
    if (result.ok) {
      isAdded.current = true;
      onAdded();
      return {
        ok: true,
        state: { kind: 'done', text: t`Added` },
        note: t`It can be used once its waiting time is over. A message tells you that it was added.`,
      };
    }
    const { error } = result;
    const isInForm = inForm.includes(error.code);
    if (isInForm) onForm(error);
    // The rest leads elsewhere: no trade password yet, no verified name.
    if (!isInForm && !AT_PASSWORD.includes(error.code)) onElsewhere();
    if (!AT_PASSWORD.includes(error.code)) setView(null);
    return { ok: false, message: errorText(error, 'write'), ...triesOf(error) };
  };
  const close = () => {
    setView(null);
    if (isAdded.current) afterSheetClosed(back);
  };
  return { view, start: setView, close, confirm };
}
