import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '../../../components/Card';
import { Field } from '../../../components/Field';
import { Switch } from '../../../components/Switch';
import styles from './Telling.module.css';
import type { Preferences } from './usePreferences';

const NIGHT = { from: '22:00', until: '07:00' };

/** Hours in which pushes wait. The zone is that of the device that sets them. */
export function QuietHours({ preferences, disabled }: { preferences: Preferences; disabled: boolean }) {
  const { t } = useLingui();
  const { quietHours, change } = preferences;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const set = (next: Partial<typeof NIGHT>) => {
    const hours = { ...(quietHours ?? NIGHT), ...next, timeZone };
    // An empty field is one that is being typed.
    if (hours.from !== '' && hours.until !== '' && hours.from !== hours.until) void change({ quietHours: hours });
  };
  return (
    <Card padded={false}>
      <Switch
        label={t`Quiet hours`}
        note={t`Pushes wait until they end. Security is told at once.`}
        checked={quietHours !== null}
        disabled={disabled}
        onChange={(isOn) => (isOn ? set({}) : void change({ quietHours: null }))}
      />
      {quietHours && (
        <div className={styles['hours']}>
          <Field
            label={t`From`}
            type="time"
            clearable={false}
            value={quietHours.from}
            disabled={disabled}
            onChange={({ currentTarget }) => set({ from: currentTarget.value })}
          />
          <Field
            label={t`Until`}
            type="time"
            clearable={false}
            value={quietHours.until}
            disabled={disabled}
            onChange={({ currentTarget }) => set({ until: currentTarget.value })}
          />
          <p className={styles['zone']}>
            <Trans>Time zone: {quietHours.timeZone}</Trans>
          </p>
        </div>
      )}
    </Card>
  );
}
