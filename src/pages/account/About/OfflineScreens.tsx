import { Trans, useLingui } from '@lingui/react/macro';
import { isSavingData } from '../../../app/data-saver';
import { Card } from '../../../components/Card';
import { ProgressBar } from '../../../components/ProgressBar';
import { useLocale } from '../../../i18n/useLocale';
import { useOfflineScreens } from '../../../update/later-files';
import styles from './About.module.css';

/** Shows how much of the app opens without a connection: the tabs at once, the other screens as they arrive. */
export function OfflineScreens() {
  const { t } = useLingui();
  const locale = useLocale();
  const screens = useOfflineScreens();
  if (!screens) return null;
  const number = new Intl.NumberFormat(locale);
  const [done, total] = [screens.done, screens.total].map((count) => number.format(count));
  const text = t`Offline screens: ${done} of ${total}`;
  return (
    <Card>
      <div className={styles['screens']}>
        <p>{text}</p>
        <ProgressBar value={screens.done / screens.total} label={text} />
        {!screens.isWhole && isSavingData() && (
          <p className={styles['note']}>
            <Trans>Your browser saves data: the other screens are loaded when you open them.</Trans>
          </p>
        )}
      </div>
    </Card>
  );
}
