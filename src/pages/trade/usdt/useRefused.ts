/** Puts a refusal of the USDT market into words: the gateway's own where they hold figures of fiat, else the app's. */
import { useLingui } from '@lingui/react/macro';
import type { CallError } from '../../../../contract/errors';
import { useErrorText } from '../../../errors/useErrorText';
import { useRefusalText } from '../../../money/useRefusalText';

export function useUsdtRefusal(): (error: CallError) => string {
  const { t } = useLingui();
  const errorText = useErrorText();
  const refusalText = useRefusalText();
  return (error) => {
    switch (error.code) {
      case 'amount-too-small':
      case 'amount-too-large':
        return errorText(error);
      case 'stale-version':
        return t`The offer has changed meanwhile. These are the current figures.`;
      case 'order-closed':
        return t`This offer is no longer on the market`;
      default:
        return refusalText(error);
    }
  };
}
