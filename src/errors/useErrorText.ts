import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import type { CallError } from '../../contract/errors';
import { errorMessage } from './texts';

/** `(error) => text` in the language shown: the server's message, or ours for errors that arise on the device. */
export function useErrorText(): (error: CallError, effect?: 'read' | 'write' | 'money') => string {
  const { _ } = useLingui();
  return useCallback(
    (error, effect) => {
      const message = errorMessage(error, effect);
      return typeof message === 'string' ? message : _(message);
    },
    [_],
  );
}
