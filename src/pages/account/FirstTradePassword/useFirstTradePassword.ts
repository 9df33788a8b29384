import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { bindTradePassword } from '../../../../contract/calls/profile';
import { tradePassword } from '../../../../contract/calls/session';
import { useNavigation } from '../../../app/navigation';
import { takeReturn } from '../../../app/return-to';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { toast } from '../../../components/toast';

export type TradePasswordStep = 'choose' | 'repeat';

/** Chosen once and repeated once; what does not match begins anew. */
export function useFirstTradePassword() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { run, isRunning } = useWriteCall(bindTradePassword);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string>();

  const finish = (text: string) => {
    toast.show(text, { kind: 'success' });
    // The page that sent one here lies right below.
    takeReturn('trade-password');
    back();
  };

  const enter = async (text: string) => {
    setError(undefined);
    if (!z.safeParse(tradePassword, text).success) return setError(t`Six digits or more`);
    if (chosen === null) return setChosen(text);
    setChosen(null);
    if (chosen !== text) return setError(t`Passwords Do Not Match`);
    const result = await run({ tradePassword: text }, { handles: ['password-common', 'trade-password-already-set'] });
    if (result.ok) return finish(t`The trade password is set`);
    if (result.error.code === 'trade-password-already-set') return finish(t`A trade password is set already`);
    setError(result.error.message ?? t`Please try again`);
  };

  const startOver = () => {
    setError(undefined);
    setChosen(null);
  };

  const step: TradePasswordStep = chosen === null ? 'choose' : 'repeat';
  return { step, enter, startOver, error, isRunning };
}
