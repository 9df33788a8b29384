import { Trans } from '@lingui/react/macro';

/** Stands while the gateway is asked how an intent ended whose answer was lost. */
export function CheckingText() {
  return (
    <Trans>The answer was lost. The gateway is being asked what became of it; nothing is carried out twice.</Trans>
  );
}
