import { Trans, useLingui } from '@lingui/react/macro';
import { keepAuthenticator } from '../../../../contract/calls/identity';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Button } from '../../../components/Button';
import { RiskLine } from '../../../components/RiskLine';
import { toast } from '../../../components/toast';
import { useCountdown } from '../../../components/useCountdown';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import shared from '../parts/identity.module.css';

/** Operators take the authenticator off at `at`, because its loss was reported (docs/rules.md §3): whoever has it keeps it here. */
export function ResetNote({ at }: { at: number | undefined }) {
  const { t } = useLingui();
  const locale = useLocale();
  const seconds = useCountdown(at ?? null);
  const { run, isRunning } = useWriteCall(keepAuthenticator);
  if (at === undefined) return null;
  const wait = formatCountdown(seconds, locale);
  const keep = async () => {
    const result = await run({});
    if (result.ok) toast.show(t`Your authenticator stays`, { kind: 'success' });
  };
  return (
    <>
      <RiskLine tone="danger">
        <span className={shared['digits']}>
          <Trans>The authenticator was reported lost and will be taken off in {wait}</Trans>
        </span>
      </RiskLine>
      <Button variant="soft" block loading={isRunning} onClick={() => void keep()}>
        <Trans>Keep my authenticator</Trans>
      </Button>
    </>
  );
}
