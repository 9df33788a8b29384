import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useNavigation } from '../../../app/navigation';
import { bridge } from '../../../bridge/bridge';
import { Card } from '../../../components/Card';
import { ChoiceList } from '../../../components/ChoiceList';
import { NavBar } from '../../../components/NavBar';
import { SectionTitle } from '../../../components/SectionTitle';
import { Segmented } from '../../../components/Segmented';
import { LOCALE_INFO } from '../../../i18n/locales';
import { useLocale, useOffered } from '../../../i18n/useLocale';
import { askOffered } from '../../../offered/follow';
import { setTheme, setUpdown, useTheme } from '../../../theme/theme';
import { useSwitchLanguage } from '../parts/useSwitchLanguage';
import styles from './Appearance.module.css';
import { PricePreview } from './PricePreview';

/** Language, theme and the direction of price colours. Everything applies at once. */
export default function Appearance() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const locale = useLocale();
  const offered = useOffered();
  const theme = useTheme();
  const switchLanguage = useSwitchLanguage();
  useEffect(() => void askOffered(bridge()), []);
  return (
    <>
      <NavBar title={t`Language and theme`} onBack={back} />
      <div className={styles['body']}>
        <SectionTitle title={t`Theme`} />
        <Segmented
          label={t`Theme`}
          options={[
            { value: 'system', label: t`System` },
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
          ]}
          value={theme.choice}
          onChange={setTheme}
        />
        <SectionTitle title={t`Price colours`} />
        <PricePreview />
        <Segmented
          label={t`Price colours`}
          options={[
            { value: 'red-up', label: t`Red is up` },
            { value: 'green-up', label: t`Green is up` },
          ]}
          value={theme.updown}
          onChange={setUpdown}
        />
        <p className={styles['note']}>
          <Trans>The sign and the arrow always say the direction too.</Trans>
        </p>
        <SectionTitle title={t`Language`} />
        <Card padded={false}>
          <ChoiceList
            label={t`Language`}
            options={offered.map((value) => ({
              value,
              label: LOCALE_INFO[value].nativeName,
              lang: LOCALE_INFO[value].bcp47,
            }))}
            value={locale}
            onChange={(value) => void switchLanguage(value)}
          />
        </Card>
      </div>
    </>
  );
}
