import { Trans } from '@lingui/react/macro';
import { RiskLine } from '../../../components/RiskLine';
import { useCountdown } from '../../../components/useCountdown';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import shared from './identity.module.css';

interface LockNoteProps {
  until: number | null | undefined;
  /** Names the locked thing, where that is not plain from the screen. */
  name?: string;
}

/** Tells after five wrong tries how long the lock lasts. Renders nothing while there is no lock. */
export function LockNote({ until, name }: LockNoteProps) {
  const locale = useLocale();
  const seconds = useCountdown(until ?? null);
  if (seconds === 0) return null;
  const wait = formatCountdown(seconds, locale);
  return (
    <RiskLine tone="danger">
      <span className={shared['digits']}>
        {name === undefined ? (
          <Trans>Too many wrong tries: locked for {wait}</Trans>
        ) : (
          <Trans>
            {name}: too many wrong tries, locked for {wait}
          </Trans>
        )}
      </span>
    </RiskLine>
  );
}
