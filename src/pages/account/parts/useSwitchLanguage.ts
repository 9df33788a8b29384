import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { bridge } from '../../../bridge/bridge';
import { toast } from '../../../components/toast';
import { switchLocale } from '../../../i18n/activate';
import { LOCALE_INFO, type Locale } from '../../../i18n/locales';

/** Switches the app's language, and with it that of the server's messages and texts. */
export function useSwitchLanguage(): (locale: Locale) => Promise<void> {
  const { t } = useLingui();
  return useCallback(
    async (locale) => {
      try {
        await switchLocale(locale);
      } catch {
        toast.show(t`This language could not be loaded. Check the connection`, { kind: 'error' });
        return;
      }
      await bridge().setLang(LOCALE_INFO[locale].gatewayCode);
    },
    [t],
  );
}
