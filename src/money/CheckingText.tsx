import { Trans } from '@lingui/react/macro';

/** While the gateway is asked what became of an intent whose answer was lost. */
export function CheckingText() {
  return (
    <Trans>The answer was lost. The gateway is being asked what became of it; nothing is carried out twice.</Trans>
  );
}
