import { Trans } from '@lingui/react/macro';
import { formatAsOf } from '../format/date';
import { useLocale } from '../i18n/useLocale';
import { useNow } from './useCountdown';

/** How old the data is that a screen shows without a connection, behind the word that says so. */
export default function DataAge({ asOfMs }: { asOfMs: number }) {
  const locale = useLocale();
  const time = formatAsOf(asOfMs, useNow(60_000), { locale });
  return (
    <>
      {' · '}
      <Trans>data as of {time}</Trans>
    </>
  );
}
