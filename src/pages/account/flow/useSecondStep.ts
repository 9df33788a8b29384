import { useCallback } from 'react';
import type { CallError } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { writeFlow } from './flow';

/** Goes on to the second step of logging in when `error` asks for it. @returns whether it did */
export function useSecondStep(): (error: CallError) => boolean {
  const { open } = useNavigation();
  return useCallback(
    ({ code, data }) => {
      if (code !== 'needs-second-step') return false;
      writeFlow('second-step', { ticket: data?.ticket });
      open(paths.loginAuthenticator);
      return true;
    },
    [open],
  );
}
