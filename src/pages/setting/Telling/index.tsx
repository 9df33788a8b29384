import { Trans, useLingui } from '@lingui/react/macro';
import { tellingPreferences } from '../../../../contract/calls/telling';
import { isSwitchable, NOTICE_CATEGORIES, NOTICE_CHANNELS } from '../../../../contract/notices';
import { useNavigation } from '../../../app/navigation';
import { useConnection } from '../../../bridge/session';
import { readAhead, useCall } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { SectionTitle } from '../../../components/SectionTitle';
import { Switch } from '../../../components/Switch';
import { CATEGORY_NAMES } from '../../../telling/categories';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { CHANNEL_NAMES } from './channels';
import { PushCard } from './PushCard';
import { QuietHours } from './QuietHours';
import styles from './Telling.module.css';
import { usePreferences, type Preferences } from './usePreferences';

/** Reads ahead what the screen shows first. */
export function ahead(): Promise<void> {
  return readAhead(tellingPreferences, {});
}

/** Settings of what is told how: by category and channel, pushes on this device, quiet hours (docs/rules.md §13). */
export default function Telling() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(tellingPreferences, {});
  const { isOnline } = useConnection();
  const preferences = usePreferences(read.data);
  return (
    <>
      <NavBar title={t`Notification settings`} onBack={back} />
      <div className={styles['body']}>
        <ReadStamp read={read} />
        {!isOnline && (
          <RiskLine tone="info">
            <Trans>Changes need a connection.</Trans>
          </RiskLine>
        )}
        <ReadArea read={read} hasData={read.data !== undefined} skeleton="rows" count={6}>
          {preferences && (
            <>
              <PushCard preferences={preferences} disabled={!isOnline} />
              <QuietHours preferences={preferences} disabled={!isOnline} />
              <Categories preferences={preferences} disabled={!isOnline} />
            </>
          )}
        </ReadArea>
      </div>
    </>
  );
}

function Categories({ preferences, disabled }: { preferences: Preferences; disabled: boolean }) {
  const { t } = useLingui();
  const { answer, isOn, change } = preferences;
  return (
    <>
      <SectionTitle title={t`What you are told, and how`} />
      {NOTICE_CATEGORIES.map((category) => (
        <Card key={category} title={t(CATEGORY_NAMES[category])} padded={false}>
          {category === 'security' ? (
            <p className={styles['fixed']}>
              <Trans>Always told: in the app, by e-mail or SMS, and by push where it is on.</Trans>
            </p>
          ) : (
            NOTICE_CHANNELS.filter((channel) => isSwitchable(category, channel)).map((channel) => {
              const hasNoMail = channel === 'mail' && !answer.hasMail;
              return (
                <Switch
                  key={channel}
                  label={t(CHANNEL_NAMES[channel])}
                  note={hasNoMail ? t`There is no e-mail address on file` : undefined}
                  checked={!hasNoMail && isOn(category, channel)}
                  disabled={disabled || hasNoMail}
                  onChange={(next) => change({ switches: [{ category, channel, isOn: next }] })}
                />
              );
            })
          )}
        </Card>
      ))}
      <p className={styles['note']}>
        <Trans>What is off in the app is still listed under notifications, already read.</Trans>
      </p>
    </>
  );
}
