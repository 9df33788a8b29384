import { useLingui } from '@lingui/react/macro';
import { ChevronDown, Globe } from 'lucide-react';
import { isLocale, LOCALE_INFO } from '../../../i18n/locales';
import { useLocale, useOffered } from '../../../i18n/useLocale';
import styles from './LanguageSelect.module.css';
import { useSwitchLanguage } from './useSwitchLanguage';

/** The language in the header of the sign-in pages: the system's own list, which costs no script. */
export function LanguageSelect() {
  const { t } = useLingui();
  const locale = useLocale();
  const offered = useOffered();
  const switchLanguage = useSwitchLanguage();
  return (
    <label className={styles['select']}>
      <Globe size={17} strokeWidth={1.75} aria-hidden="true" />
      <span aria-hidden="true">{LOCALE_INFO[locale].nativeName}</span>
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      <select
        aria-label={t`Language`}
        value={locale}
        onChange={(event) => {
          if (isLocale(event.target.value)) void switchLanguage(event.target.value);
        }}
      >
        {offered.map((option) => (
          <option key={option} value={option} lang={LOCALE_INFO[option].bcp47}>
            {LOCALE_INFO[option].nativeName}
          </option>
        ))}
      </select>
    </label>
  );
}
