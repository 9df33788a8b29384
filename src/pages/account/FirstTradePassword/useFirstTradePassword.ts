import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { bindTradePassword } from '../../../../contract/calls/profile';
import { tradePassword } from '../../../../contract/calls/session';
import { useNavigation } from '../../../app/navigation';
import { takeReturn } from '../../../app/return-to';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { toast } from '../../../components/toast';
import { AT_PROOF, useProof } from './useProof';

export type TradePasswordStep = 'choose' | 'repeat' | 'prove';

/** The person enters the password twice and proves that they are the owner; when the two do not match, they begin anew. */
export function useFirstTradePassword() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { run, isRunning } = useWriteCall(bindTradePassword);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isRepeated, setRepeated] = useState(false);
  const [error, setError] = useState<string>();

  const finish = (text: string) => {
    toast.show(text, { kind: 'success' });
    // The page that sent one here lies right below.
    takeReturn('trade-password');
    back();
  };

  const enter = (text: string) => {
    setError(undefined);
    if (!z.safeParse(tradePassword, text).success) return setError(t`Six digits or more`);
    if (chosen === null) return setChosen(text);
    if (chosen === text) return setRepeated(true);
    setChosen(null);
    setError(t`Passwords Do Not Match`);
  };

  const startOver = () => {
    setError(undefined);
    setChosen(null);
    setRepeated(false);
  };

  const proof = useProof(async (given) => {
    const handles = ['password-common', 'trade-password-already-set', ...AT_PROOF] as const;
    const result = await run({ tradePassword: chosen ?? '', ...given }, { handles });
    if (result.ok) finish(t`The trade password is set`);
    else if (result.error.code === 'trade-password-already-set') finish(t`A trade password is set already`);
    else if (result.error.code === 'password-common') {
      startOver();
      setError(result.error.message ?? t`Please try again`);
    } else return result.error;
    return null;
  });

  const step: TradePasswordStep = chosen === null ? 'choose' : isRepeated ? 'prove' : 'repeat';
  return { step, enter, startOver, error, isRunning, proof };
}
