import { Trans } from '@lingui/react/macro';
import { use, useEffect } from 'react';
import { bridge } from '../bridge/bridge';
import { RiskLine } from '../components/RiskLine';
import { completeTexts } from '../i18n/activate';
import { writePreference } from '../theme/preferences';

// The login page has only its own texts.
let texts: Promise<void> | undefined;

/** Tells on the login page why the person has to log in. Stays until the next log-in. */
export default function WipedNote() {
  use((texts ??= completeTexts().catch(() => {})));
  useEffect(
    () =>
      bridge().session.subscribe((session) => {
        if (session?.state === 'open') writePreference('rab.wiped', null);
      }),
    [],
  );
  return (
    <RiskLine tone="warning">
      <Trans>
        The PIN was wrong ten times, so everything was removed from this device. Your account itself keeps everything.
      </Trans>
    </RiskLine>
  );
}
