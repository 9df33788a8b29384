import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { CallError, ErrorCode } from '../../../../contract/errors';

/** Six cells that are part of a form: the entered digits, and their problem. */
export interface CodeState {
  error: string | undefined;
  enter: (digits: string) => void;
  /** The six digits, or null after saying that they are missing. */
  take: () => string | null;
  /** Puts a refusal of the code at its cells. @returns whether it was one of `codes` */
  refuse: (error: CallError, codes: readonly ErrorCode[]) => boolean;
}

const LENGTH = 6;

export function useCodeState(): CodeState {
  const { t } = useLingui();
  const [error, setError] = useState<string>();
  const entered = useRef('');
  return {
    error,
    enter: (digits) => {
      entered.current = digits;
    },
    take: () => {
      const isThere = entered.current.length === LENGTH;
      setError(isThere ? undefined : t`Enter the six digits`);
      return isThere ? entered.current : null;
    },
    refuse: ({ code, message }, codes) => {
      if (!codes.includes(code)) return false;
      entered.current = '';
      setError(message ?? '');
      return true;
    },
  };
}
